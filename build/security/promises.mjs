/** All security promises, with the tests that prove them; `npm test` writes build/out/security.md from this list. */
import { ofApp, ofCalls, proof } from './proof.mjs';
import { threatModel } from './threat-model.mjs';

/** @param {string} tag @param {string} proves */
const ofAgents = (tag, proves) => proof('electron/work/programs/agents.integration.test.ts', tag, proves);

/** Promises of the design document. @type {readonly import('./proof.mjs').SecurityPromise[]} */
const design = [
  {
    from: 'design 1',
    promise: 'Credentials never enter the app’s renderer',
    proofs: [
      ofApp('canary-logins', 'logins', 'Not at login.'),
      ofApp('canary-answers', 'answers', 'Not in an answer.'),
      ofCalls('outgoing', 'other-encodings', 'Not in an error or a text, in no encoding.'),
      ofApp('trusted-view', 'own-process', 'They are typed in a process of their own.'),
    ],
  },
  {
    from: 'design 2',
    promise: 'Values cross only when asked for',
    proofs: [
      ofCalls('plain-answers', 'values-hidden', 'An opened entry crosses without its values.'),
      ofApp('lock-memory', 'page-memory', 'A revealed value goes with the page.'),
      ofApp('quick-access', 'quick-values', 'Quick access copies a value without seeing it.'),
    ],
  },
  {
    from: 'design 3',
    promise: 'Nothing is lost',
    proofs: [
      ofCalls('once', 'taken-back', 'A discarded one-time result can be taken back.'),
      ofApp(
        'conflicts',
        'two-windows',
        'No save overwrites what somebody else saved, typed in two windows beside hvac.',
      ),
      ofApp('kill', 'page-killed', 'Edits outlive a crash of the page.'),
      proof(
        'e2e/faults.integration.test.ts',
        'faults',
        'No fault of a request loses or doubles what many entries hold, and what is told of each is true.',
      ),
      proof(
        'e2e/faults.integration.test.ts',
        'server-faults',
        'Nor does a server that is sealed or killed, or a leader that dies.',
      ),
      proof('e2e/faults.integration.test.ts', 'disk-faults', 'Nor does a full disk.'),
      proof(
        'e2e/hostile-plans.integration.test.ts',
        'hostile-plans',
        'No hostile name is lost on its way through plans, beside hvac.',
      ),
    ],
  },
  {
    from: 'design 4',
    promise: 'Nothing is guessed',
    proofs: [
      ofApp('trouble', 'stopped-server', 'A stopped server is told from a sealed one and from a dead token.'),
      ofApp('trouble', 'few-rights', 'A refusal names capability and path.'),
      ofCalls('policy-agreement', 'policy-pairs', 'Which lines of policies decide is what the server says.'),
      ofCalls(
        'wrong-types',
        'wrong-types',
        'What a server says wrong is said, and never guessed into another type.',
      ),
    ],
  },
  {
    from: 'design 5',
    promise: 'The server decides what exists, and what it says about other addresses is a hint',
    proofs: [
      ofCalls('contact', 'another-place', 'Another node is another place.'),
      ofCalls('board', 'no-watch', 'No watch goes to an address that a server named.'),
      ofCalls('hostile-server', 'redirects', 'A redirect is no order.'),
    ],
  },
  {
    from: 'design 6',
    promise: 'It stays fast when the work grows',
    proofs: [
      proof('shared/vault/patterns.test.ts', 'linear-patterns', 'No text makes main stand still.'),
      proof(
        'electron/vault/http/body.test.ts',
        'long-list',
        'Large lists are read by what they are made of.',
      ),
    ],
  },
];

/**
 * Attacks of someone with access to a page, a disk, a clipboard or a server.
 * @type {readonly import('./proof.mjs').SecurityPromise[]}
 */
const nothingLeaks = [
  {
    from: 'nothing leaks',
    promise: 'Canaries are in no memory, file, log, output, argument or environment outside of main',
    proofs: [
      ofApp('canary', 'environment', 'A token of the environment is with no child.'),
      ofApp('canary-answers', 'answers', 'The search finds a planted canary first, then none of the others.'),
      ofApp('canary-logins', 'logins', 'Each login method leaves nothing.'),
      ofApp('lifecycle', 'environment', 'Arguments and environment of children are clean.'),
      ofApp(
        'canary-operators',
        'operators',
        'Shares, root and temporary tokens, header values: over every screen, also in titles, notifications, and after a crash.',
      ),
      ofApp('canary-certificate', 'certificate-key', 'A client key, its passphrase and its token.'),
      proof(
        'e2e/traces/written-forms.test.ts',
        'written-forms',
        'The searches know JSON, addresses, base64 and hex.',
      ),
      ofApp('lock-memory', 'main-heap', 'Main itself holds on to none after a lock.'),
      proof(
        'electron/core/credentials/forgotten-credentials.test.ts',
        'searched-texts',
        'Nor does what searches texts for credentials.',
      ),
    ],
  },
  {
    from: 'nothing leaks',
    promise: 'Fuzzed calls from the right and the wrong frame: answered, bounded, without effect',
    proofs: [
      ofCalls('fuzzed', 'wrong-frames', 'Other frames and windows are refused.'),
      ofCalls('fuzzed', 'nothing-open', 'Without a session nothing leaves.'),
      ofCalls('fuzzed', 'locked', 'Behind a lock nothing leaves.'),
      ofCalls('fuzzed', 'closed-session', 'A closed session sends nothing.'),
      ofCalls('fuzzed', 'open-session', 'Without a person nothing changes.'),
      ofApp('fuzzed-bridge', 'malformed-messages', 'The real bridge, frames and windows hold too.'),
    ],
  },
  {
    from: 'nothing leaks',
    promise: 'A compromised page beside a person at work gets nothing',
    proofs: [
      ofApp(
        'compromised-page',
        'sequences',
        'Random sequences with real input; the system’s own dialogs are stood in for, and cancelled.',
      ),
      ofCalls('hostile-page', 'foreign-reference', 'No credential goes to another server.'),
    ],
  },
  {
    from: 'nothing leaks',
    promise: 'Content of servers stays text, with its direction and invisible marks in view',
    proofs: [
      ofApp(
        'hostile-answers',
        'text-on-every-screen',
        '306 strings, each told by a server and found whole on a screen, are text with marks, without a violation of the policy.',
      ),
      ofApp(
        'hostile-answers',
        'no-attribute',
        'Nothing of a server stands in href, src, style, on… of anything that was ever in the page.',
      ),
      ofApp(
        'hostile-answers',
        'no-canvas',
        'Nothing of a server is drawn on a canvas, where there are no marks.',
      ),
      ofApp('hostile-answers', 'titles-and-menus', 'Titles and menus are the app’s own words.'),
      ofApp(
        'hostile-answers',
        'marked-in-prompt',
        'A name with turned, hidden or look-alike letters is marked where it must be typed.',
      ),
      proof(
        'renderer/trusted/hostile-prompts.test.ts',
        'marked-text',
        'The same in every text and attribute of each kind of prompt.',
      ),
      proof(
        'renderer/ui/marked-jsx/marked-children.test.tsx',
        'marked-attributes',
        'Tooltips and names for readers have marks too.',
      ),
      proof('renderer/ui/code/json-view.test.tsx', 'marked', 'Policies and JSON in the editor have them.'),
      proof('renderer/ui/text-field.test.tsx', 'hidden-named', 'So does what is edited in a field.'),
      proof('electron/platform/notifications.test.ts', 'marked', 'So do notifications of the desktop.'),
      proof('electron/window/tray-menu.test.ts', 'marked', 'So do the labels of the tray.'),
      proof(
        'shared/vault/shell-word.test.ts',
        'no-terminal-key',
        'A copied command types no key into a terminal.',
      ),
      proof('build/text-sinks.test.ts', 'no-html', 'No other code writes a text where people see it.'),
      ofApp('hostile-screen', 'hostile-names', 'Names keep to their place and hide nothing.'),
      proof(
        'e2e/hostile.integration.test.ts',
        'hostile-names',
        'They survive create, read, edit and delete as they are.',
      ),
      ofApp('inline-style', 'no-inline-style', 'The editor needs no inline style.'),
    ],
  },
  {
    from: 'nothing leaks',
    promise: 'A hostile server gets a clear error, bounded memory and no other session',
    proofs: [
      ofCalls('hostile-server', 'too-slow', 'Slow headers and bodies end.'),
      ofCalls('hostile-server', 'packed', 'Compressed answers are not unpacked.'),
      ofCalls('hostile-server', 'too-large', 'Too large, too deep, too crowded: refused or cut.'),
      ofCalls('hostile-server', 'broken-headers', 'Injected and broken headers end the connection.'),
      ofCalls('wrong-types', 'wrong-types', 'A field of an answer that is read may be of another type.'),
    ],
  },
  {
    from: 'nothing leaks',
    promise: 'No connection but to confirmed addresses',
    proofs: [
      ofApp('no-network', 'reaches-nobody', 'The page reaches nobody.'),
      ofApp(
        'connections',
        'connect-screen',
        'No process contacts anybody there, by the kernel’s account (strace); a look-up of a name would be found.',
      ),
      ofApp(
        'connections',
        'every-screen',
        'Over every screen the confirmed server alone is contacted, by the same account.',
      ),
      ofCalls('fuzzed', 'nothing-open', 'The connect screen contacts nobody.'),
      ofCalls('contact', 'screen-asks', 'Nobody unconfirmed is contacted.'),
    ],
  },
  {
    from: 'nothing leaks',
    promise: 'A coding agent sees names after a yes, and never a value',
    proofs: [
      ofApp(
        'agents',
        'agent-prompt',
        'The prompt says that an agent asks, and what it runs with which keys.',
      ),
      ofAgents('agent-names', 'One yes shows names; no message to the agent holds a value.'),
      ofAgents('agent-no', 'After a no it sees nothing, and nothing is started.'),
      ofAgents('agent-masked', 'The output of a program is masked as far as is claimed.'),
      ofAgents('agent-once', 'A yes counts once or while the agent runs, and for no other command.'),
      ofAgents('agent-production', 'A production connection asks each time.'),
      ofAgents('agent-generated', 'A generated password is written unseen.'),
      ofAgents('agent-locked', 'A lock, and turning programs off, end it.'),
      proof(
        'electron/work/programs/agent-thread.integration.test.ts',
        'agent-data',
        'A name that gives orders reaches it as data: cut, marked, nothing hidden.',
      ),
      proof(
        'electron/work/programs/agent-connection.test.ts',
        'agent-bounded',
        'Of 10,000 calls in a minute 1,000 are done; floods and large messages end it.',
      ),
    ],
  },
  {
    from: 'nothing leaks',
    promise: 'Dependencies: licences checked, changes reviewed, no unlisted install script',
    proofs: [
      proof('build/packaging/licence-policy.test.ts', 'licences', 'Every package has a listed licence.'),
      proof('build/packaging/licence-policy.test.ts', 'install-scripts', 'No unlisted install script.'),
      proof(
        'build/packaging/licence-policy.test.ts',
        'reviewed-changes',
        'The workflow reviews and audits dependencies.',
      ),
    ],
  },
];

export const promises = [...threatModel, ...design, ...nothingLeaks];
