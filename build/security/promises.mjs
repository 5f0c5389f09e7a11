/** Every promise about security, and the tests that hold it: `npm test` makes build/out/security.md of it. */
import { ofApp, ofCalls, proof } from './proof.mjs';
import { threatModel } from './threat-model.mjs';

/** What the house plan promises. @type {readonly import('./proof.mjs').SecurityPromise[]} */
const design = [
  {
    from: 'design 1',
    promise: 'Credentials never enter the app’s renderer',
    proofs: [
      ofApp('canary-logins', 'no process but main ever holds what was typed for a login', 'Not at login.'),
      ofApp('canary-answers', 'what was answered and not revealed', 'Not in an answer.'),
      ofCalls('outgoing', 'does not tell it in base64 either', 'Not in an error or a text, in no encoding.'),
      ofApp(
        'trusted-view',
        'shows where the token goes, in a process and an origin of its own',
        'They are typed in a process of their own.',
      ),
    ],
  },
  {
    from: 'design 2',
    promise: 'Values cross only when asked for',
    proofs: [
      ofCalls(
        'plain-answers',
        'has its metadata in plain sight and its values hidden',
        'An opened entry crosses without its values.',
      ),
      ofApp('lock-memory', 'no process but main holds a value', 'A revealed value goes with the page.'),
    ],
  },
  {
    from: 'design 3',
    promise: 'Nothing is lost',
    proofs: [
      ofCalls(
        'once',
        'can take it back, also after a lock',
        'A discarded one-time result can be taken back.',
      ),
      ofApp(
        'conflicts',
        'two windows and hvac save one entry: none lost',
        'No save overwrites what somebody else saved.',
      ),
      ofApp('kill', 'the page is killed when a save is', 'Edits outlive a crash of the page.'),
    ],
  },
  {
    from: 'design 4',
    promise: 'Nothing is guessed',
    proofs: [
      ofApp(
        'trouble',
        'a server that stops is told apart',
        'A stopped server is told from a sealed one and from a dead token.',
      ),
      ofApp(
        'trouble',
        'a token with few rights is told which capability',
        'A refusal names capability and path.',
      ),
      ofCalls(
        'wrong-types',
        'wrong types in every field',
        'What a server says wrong is said, and never guessed into another type.',
      ),
    ],
  },
  {
    from: 'design 5',
    promise: 'The server decides what exists, and what it says about other addresses is a hint',
    proofs: [
      ofCalls(
        'contact',
        'a confirmed server with another header, proxy, node or check',
        'Another node is another place.',
      ),
      ofCalls(
        'board',
        'contacts no place that nobody has confirmed',
        'No watch goes to an address that a server named.',
      ),
      ofCalls('hostile-server', 'is followed nowhere but to this server, once', 'A redirect is no order.'),
    ],
  },
  {
    from: 'design 6',
    promise: 'It stays fast when the work grows',
    proofs: [
      proof(
        'shared/vault/patterns.test.ts',
        'every pattern of main takes time in proportion',
        'No text makes main stand still.',
      ),
      proof(
        'electron/vault/http/body.test.ts',
        'is a list of 50,000 names',
        'Large lists are read by what they are made of.',
      ),
    ],
  },
];

/** What an attacker with a page, a disk, a clipboard or a server tries. @type {readonly import('./proof.mjs').SecurityPromise[]} */
const nothingLeaks = [
  {
    from: 'nothing leaks',
    promise: 'Canaries are in no memory, file, log, output, argument or environment outside of main',
    proofs: [
      ofApp('canary', 'a token of the environment is shown', 'A token of the environment is with no child.'),
      ofApp(
        'canary-answers',
        'what was answered and not revealed',
        'The search finds a planted canary first, then none of the others.',
      ),
      ofApp(
        'canary-logins',
        'no process but main ever holds what was typed for a login',
        'Each login method leaves nothing.',
      ),
      ofApp(
        'lifecycle',
        'a token of the environment is known to main and to none of its children',
        'Arguments and environment of children are clean.',
      ),
      ofApp(
        'canary-operators',
        'what operators type, make and are shown is in no process but main',
        'Shares, root and temporary tokens, header values: over every screen, also in titles, notifications, and after a crash.',
      ),
      ofApp(
        'canary-certificate',
        'no process but main ever holds the key of a certificate login',
        'A client key, its passphrase and its token.',
      ),
      proof(
        'e2e/traces/written-forms.test.ts',
        'wherever in something longer it stands',
        'The searches know JSON, addresses, base64 and hex.',
      ),
      ofApp(
        'lock-memory',
        'main keeps no token, password or value in its JavaScript heap after the lock',
        'Main itself holds on to none after a lock.',
      ),
      proof(
        'electron/core/credentials/forgotten-credentials.test.ts',
        'holds nothing of what was let go while the app is locked',
        'Nor does what searches texts for credentials.',
      ),
    ],
  },
  {
    from: 'nothing leaks',
    promise: '100,000 fuzzed calls from the right and the wrong frame: answered, bounded, without effect',
    proofs: [
      ofCalls('fuzzed', 'calls from frames that may not call', 'Other frames and windows are refused.'),
      ofCalls('fuzzed', 'calls while nothing is open', 'Without a session nothing leaves.'),
      ofCalls('fuzzed', 'calls while the app is locked', 'Behind a lock nothing leaves.'),
      ofCalls('fuzzed', 'calls about a session that was closed', 'A closed session sends nothing.'),
      ofCalls('fuzzed', 'calls about an open session, without a person', 'Without a person nothing changes.'),
      ofApp(
        'fuzzed-bridge',
        'malformed messages over the real bridge',
        'The real bridge, frames and windows hold too.',
      ),
    ],
  },
  {
    from: 'nothing leaks',
    promise: 'A compromised page beside a person at work gets nothing',
    proofs: [
      ofApp(
        'compromised-page',
        'a page in other hands gets nothing',
        'Random sequences with real input; STRONGROOM_SEQUENCES=2000 tries all.',
      ),
      ofCalls(
        'hostile-page',
        'is not sent to another by its reference',
        'No credential goes to another server.',
      ),
    ],
  },
  {
    from: 'nothing leaks',
    promise: 'Content of servers stays text, with its direction and invisible marks in view',
    proofs: [
      ofApp(
        'hostile-answers',
        'hostile strings in every field of every screen',
        '306 strings, each told by a server and found whole on a screen, are text with marks, without a violation of the policy.',
      ),
      ofApp(
        'hostile-answers',
        'no attribute that runs, loads or leads somewhere',
        'Nothing of a server stands in href, src, style, on… of anything that was ever in the page.',
      ),
      ofApp(
        'hostile-answers',
        'charts draw numbers and times',
        'Nothing of a server is drawn on a canvas, where there are no marks.',
      ),
      ofApp(
        'hostile-answers',
        'windows and menus of the system hold nothing',
        'Titles and menus are the app’s own words.',
      ),
      ofApp(
        'hostile-answers',
        'the prompt for a hostile name marks it',
        'A name with turned, hidden or look-alike letters is marked where it must be typed.',
      ),
      proof(
        'renderer/trusted/hostile-prompts.test.ts',
        'is text with marks in every prompt',
        'The same in every text and attribute of each kind of prompt.',
      ),
      proof(
        'renderer/ui/marked-jsx/marked-children.test.tsx',
        'marks attributes that are seen or heard',
        'Tooltips and names for readers have marks too.',
      ),
      proof(
        'renderer/ui/code/json-view.test.tsx',
        'marks what nobody sees',
        'Policies and JSON in the editor have them.',
      ),
      proof('renderer/ui/text-field.test.tsx', 'names what is hidden', 'So does what is edited in a field.'),
      proof(
        'electron/platform/notifications.test.ts',
        'marks what nobody sees',
        'So do notifications of the desktop.',
      ),
      proof(
        'electron/window/tray-menu.test.ts',
        'hides nothing that a server has named',
        'So do the labels of the tray.',
      ),
      proof(
        'shared/vault/shell-word.test.ts',
        'hands a terminal no key',
        'A copied command types no key into a terminal.',
      ),
      proof(
        'build/text-sinks.test.ts',
        'nothing reads a text as HTML',
        'No other code writes a text where people see it.',
      ),
      ofApp('hostile-screen', 'a hundred hostile names', 'Names keep to their place and hide nothing.'),
      proof(
        'e2e/hostile.integration.test.ts',
        'has 200 names, 100 keys and 100 values',
        'They survive create, read, edit and delete as they are.',
      ),
      ofApp('inline-style', 'the JSON editor', 'The editor needs no inline style.'),
    ],
  },
  {
    from: 'nothing leaks',
    promise: 'A hostile server gets a clear error, bounded memory and no other session',
    proofs: [
      ofCalls('hostile-server', 'is given up after its time', 'Slow headers and bodies end.'),
      ofCalls(
        'hostile-server',
        'is not unpacked, whatever it is packed by',
        'Compressed answers are not unpacked.',
      ),
      ofCalls('hostile-server', 'is refused or cut', 'Too large, too deep, too crowded: refused or cut.'),
      ofCalls(
        'hostile-server',
        'end the connection, in words',
        'Injected and broken headers end the connection.',
      ),
      ofCalls(
        'wrong-types',
        'wrong types in every field',
        'Every field of every answer that is read may be of another type.',
      ),
    ],
  },
  {
    from: 'nothing leaks',
    promise: 'No connection but to confirmed addresses',
    proofs: [
      ofApp('no-network', 'does not reach', 'The page reaches nobody.'),
      ofApp(
        'connections',
        'the connect screen contacts nobody',
        'No process contacts anybody there, by the kernel’s account (strace); a look-up of a name would be found.',
      ),
      ofApp(
        'connections',
        'every screen connects to the confirmed server and to nobody else',
        'Over every screen the confirmed server alone is contacted, by the same account.',
      ),
      ofCalls('fuzzed', 'calls while nothing is open', 'The connect screen contacts nobody.'),
      ofCalls(
        'contact',
        'what a screen asks by itself opens no question',
        'Nobody unconfirmed is contacted.',
      ),
    ],
  },
  {
    from: 'nothing leaks',
    promise: 'Dependencies: licences checked, changes reviewed, no unlisted install script',
    proofs: [
      proof(
        'build/packaging/licence-policy.test.ts',
        'is under a licence that is on a list',
        'Every package has a listed licence.',
      ),
      proof(
        'build/packaging/licence-policy.test.ts',
        'has no install script that is not on the list',
        'No unlisted install script.',
      ),
      proof(
        'build/packaging/licence-policy.test.ts',
        'a change of dependencies is reviewed by the workflow',
        'The workflow reviews and audits dependencies.',
      ),
    ],
  },
];

export const promises = [...threatModel, ...design, ...nothingLeaks];
