/** The promises of README's threat model, by their numbers, and the tests that hold them. */
import { ofApp, ofCalls, ofRelease, ofUpdates, proof } from './proof.mjs';

/** @type {readonly import('./proof.mjs').SecurityPromise[]} */
export const threatModel = [
  {
    from: 'README 1',
    promise: 'The renderer is not trusted',
    proofs: [
      ofApp(
        'security',
        'knows no Node, no Electron',
        'The page finds neither Node nor Electron, and of the bridge methods only.',
      ),
      ofApp('security', 'lives in a sandbox', 'The page’s process has sandbox, isolation and no Node.'),
      ofApp(
        'security',
        'opens no window and goes nowhere',
        'Windows, links, forms and navigation are refused.',
      ),
      ofApp('security', 'is permitted nothing', 'Every permission of the web is denied.'),
      ofApp(
        'page-dialogs',
        'attack N6: no dialog opens for a page',
        'No file dialog opens for a page, also after a crash and a lock.',
      ),
      ofApp(
        'page-dialogs',
        'attack 15: the page prints nothing',
        'Neither print nor other dialogs of the browser.',
      ),
      ofApp(
        'security',
        'a look-alike origin in our own window',
        'A page of another origin in our window gets no answer.',
      ),
      ofCalls(
        'every-call',
        'refuses malformed input, and asks and sends nothing',
        'Each row refuses what is malformed.',
      ),
      ofCalls(
        'every-call',
        'is refused while the app is locked',
        'Each row is refused behind the lock, but for what leads out of it.',
      ),
      ofCalls(
        'fuzzed',
        'calls from frames that may not call',
        'Tens of thousands of fuzzed calls from other frames have no effect.',
      ),
      ofApp(
        'fuzzed-bridge',
        'malformed messages over the real bridge',
        'The real bridge carries no malformed message to an effect.',
      ),
      ofApp(
        'hostile-answers',
        'hostile strings in every field of every screen',
        'What servers name is text on every screen.',
      ),
      proof(
        'build/text-sinks.test.ts',
        'nothing reads a text as HTML',
        'No code reads a text as HTML, or writes one past the places that mark it.',
      ),
      ofApp(
        'compromised-page',
        'a page in other hands gets nothing',
        'A scripted page with the whole bridge gets no credential, host, file, URL, and destroys nothing.',
      ),
    ],
  },
  {
    from: 'README 2',
    promise: 'The page has no network',
    proofs: [
      ofApp('no-network', 'does not reach', 'No way of a page to send reaches a listener.'),
      ofApp('no-network', 'looks up no name', 'No way of a page looks a name up.'),
      ofApp(
        'no-network',
        'every session and every page that comes to exist',
        'Pages made later have the same walls.',
      ),
      ofApp(
        'security',
        'connects to nowhere',
        'fetch, sockets, images, sheets, scripts and beacons are refused.',
      ),
      ofApp(
        'connections',
        'the connect screen contacts nobody',
        'By the kernel’s account no process contacts anybody or looks a name up.',
      ),
      ofApp(
        'connections',
        'every screen connects to the confirmed server and to nobody else',
        'By the same account every screen contacts the confirmed server alone.',
      ),
    ],
  },
  {
    from: 'README 3',
    promise: 'Credentials never enter the page',
    proofs: [
      ofApp(
        'canary',
        'a token that was typed is in no process but main',
        'Memory of every other process, files and output hold no typed token.',
      ),
      ofApp(
        'canary-logins',
        'no process but main ever holds what was typed for a login',
        'The same for passwords, secret IDs and what logins answer.',
      ),
      ofApp(
        'canary-answers',
        'what was answered and not revealed is in no process but main',
        'The same for unwrapped, created and minted credentials and a key share.',
      ),
      ofApp(
        'canary-certificate',
        'no process but main ever holds the key of a certificate login',
        'The same for a client key and its passphrase.',
      ),
      ofApp(
        'canary-operators',
        'what operators type, make and are shown is in no process but main',
        'The same for key ceremonies, policy tests and extra headers.',
      ),
      ofCalls(
        'outgoing',
        'does not tell it in base64 either',
        'The redactor finds credentials in other encodings.',
      ),
      ofCalls(
        'header-values',
        'gets it sent under no other name',
        'The value of a header goes under its name and to its server only.',
      ),
    ],
  },
  {
    from: 'README 4',
    promise: 'Nobody is contacted unasked',
    proofs: [
      ofCalls(
        'contact',
        'what a screen asks by itself opens no question',
        'A screen contacts no place that nobody confirmed, and asks nobody.',
      ),
      ofCalls(
        'contact',
        'a confirmed server with another header, proxy, node or check',
        'Each changed setting is a new place.',
      ),
      ofCalls(
        'other-cluster',
        'stops before its token goes there',
        'A connection that leads to another cluster gets no token.',
      ),
      ofCalls(
        'certificate-question',
        'who knows the certificate logs in',
        'An unverified certificate is shown before anything secret goes there.',
      ),
      ofCalls(
        'unseal-nodes',
        'gets nothing before its address is confirmed',
        'A key share goes to no node that nobody confirmed.',
      ),
      ofCalls(
        'hostile-server',
        'is followed nowhere but to this server, once',
        'Redirects of each status and kind lead nowhere else.',
      ),
      proof(
        'electron/vault/http/redirect-token.test.ts',
        'never carry the token elsewhere, wherever they point',
        'Random redirect targets never get the token.',
      ),
    ],
  },
  {
    from: 'README 5',
    promise: 'The page is as fast as your hands, and no faster',
    proofs: [
      ofApp(
        'gesture',
        'a page that makes up events changes nothing',
        'Events made by script are worth nothing.',
      ),
      ofApp(
        'gesture',
        'one real key is worth one change',
        'A real key pays for one change, an answered prompt for none.',
      ),
      ofCalls(
        'every-call',
        'that changes something asks first where no key was pressed',
        'Every row that changes something asks first.',
      ),
      ofCalls(
        'sessions',
        'puts the token on the screen for a key press or click alone',
        'No credential comes into view by itself.',
      ),
      ofCalls(
        'limited-uses',
        'sends nothing that nobody asked for',
        'A token with few uses is spent by a person only.',
      ),
    ],
  },
  {
    from: 'README 6',
    promise: 'What a request destroys is asked about',
    proofs: [
      ofCalls(
        'consequence',
        'stay where a page saves twelve times in a row',
        'A burst of saves does not push the old versions out unasked.',
      ),
      ofCalls('consequence', 'are not replaced by a save', 'Values of KV v1 are not replaced unasked.'),
      ofCalls(
        'hostile-page',
        'does not revoke, cancel, unseal, overwrite',
        'A page that asks for grave requests gets a question for each.',
      ),
      ofCalls(
        'said-and-sent',
        'says every leaf of the body and of the path that is sent',
        'A page puts nothing into a change that its question does not name: each row that may ask.',
      ),
      ofCalls(
        'whom-it-concerns',
        'attack 2a: names whom it changes by ID and by the name on the server',
        'A question about an identity says whose it is on the server.',
      ),
      ofCalls(
        'whom-it-concerns',
        'attack 2b: says which members and metadata go',
        'What is emptied is said.',
      ),
      ofCalls(
        'whom-it-concerns',
        'attack 2c: says that a disabled entity comes back to life',
        'What is re-enabled is said.',
      ),
      ofCalls(
        'whom-it-concerns',
        'attack 2d: calls it replacing where something of this name is there',
        'A creation that would replace something says so.',
      ),
      ofCalls(
        'whom-it-concerns',
        'attack 2e: says that audit logging and response headers are switched off',
        'What is switched off is said.',
      ),
      ofApp(
        'attacks-prompts',
        'attack 4: a stranger in the middle of eleven members stands in the prompt',
        'Nothing is folded away in a prompt that agrees.',
      ),
      ofCalls(
        'minting',
        'is asked about, with what is signed',
        'A signature for a page’s own key is asked about.',
      ),
      ofCalls(
        'minting',
        'attack N2: a code of the OIDC provider is asked about, and never crosses',
        'A GET that mints is asked about, and its code is a credential.',
      ),
      ofCalls(
        'what-is-agreed',
        'shows the body of a request that the page has composed',
        'A page does not show one body and send another.',
      ),
      ofCalls(
        'policies',
        'a page cannot save another text than the person agrees to',
        'A page does not show one policy and save another.',
      ),
      ofCalls(
        'what-is-agreed',
        'cannot change the settings of one that is there',
        'A yes to one thing does not do another.',
      ),
      ofCalls(
        'snapshots',
        'takes the place of while the question is open',
        'What is restored is what was checked.',
      ),
      ofApp(
        'compromised-page',
        'a page in other hands gets nothing',
        'Entries, policies, mounts and seal are as before after all sequences.',
      ),
    ],
  },
  {
    from: 'README 7',
    promise: 'What exists once is lost by nobody but you',
    proofs: [
      ofCalls('once', 'loses no created token', 'A created token is not dropped without a person.'),
      ofCalls(
        'once',
        'loses no unwrapped secret and no set of key shares',
        'Nor are unwrapped secrets and shares.',
      ),
      ofApp('kill', 'the page is killed when a save is', 'A killed page loses no edit.'),
      ofCalls(
        'dropped-drafts',
        'a page that drops a draft loses it for nobody',
        'A dropped draft can be restored.',
      ),
      ofCalls(
        'root-generation',
        'what a lock meets half-way stays held',
        'New root tokens outlive a lock, and a quit asks.',
      ),
      ofCalls(
        'first-run',
        'is initialised, unsealed and logged in to',
        'New shares are held and shown one at a time.',
      ),
      ofApp(
        'unwrap-killed',
        'the next start says that it was opened here',
        'Opened wrapping tokens are known after a crash.',
      ),
    ],
  },
  {
    from: 'README 8',
    promise: 'A prompt cannot be answered for you',
    proofs: [
      ofApp(
        'prompt',
        'keys and clicks that were meant for the page answer nothing',
        'Input on its way to the page answers no prompt.',
      ),
      ofApp('prompt', 'a prompt that the page withdraws stays', 'A page cannot swap one prompt for another.'),
      ofApp(
        'prompt-mark',
        'is in no process but main’s and the prompt’s own',
        'The page never knows the phrase.',
      ),
      ofCalls(
        'nagging',
        'opens one prompt, and none of a hundred that follow the no',
        'A no ends the questions of a page.',
      ),
      proof(
        'renderer/trusted/hostile-prompts.test.ts',
        'is not confirmed by',
        'A name with turned, hidden or look-alike letters says what it is, and takes itself alone.',
      ),
    ],
  },
  {
    from: 'README 9',
    promise: 'The clipboard',
    proofs: [
      ofApp(
        'clipboard',
        'no paste brings a copied credential into the page',
        'A copied credential cannot be pasted into the page.',
      ),
      ofApp(
        'clipboard',
        'a page copies the token as somebody presses Ctrl',
        'A copy by the page needs a click on a prompt.',
      ),
      ofApp(
        'clipboard-keys',
        'attack 1: with layout',
        'No key of seven layouts brings a copied token into the page.',
      ),
      ofCalls(
        'leaving',
        'a token in use leaves by no',
        'No call lets a token in use out unasked: page, clipboard, file.',
      ),
      ofApp('clipboard-keys', 'attack 7: the Control of a Ctrl+V', 'A modifier pays for no copy.'),
      ofCalls(
        'clipboard',
        'attack 7: a value that is a credential',
        'A credential in use is asked about wherever it is copied from.',
      ),
      proof(
        'electron/platform/clipboard.test.ts',
        'attack 13: copies that overtake each other',
        'The guard follows what was copied last.',
      ),
      proof(
        'electron/platform/clipboard.test.ts',
        'clear',
        'It is cleared if it still holds what was put there.',
      ),
    ],
  },
  {
    from: 'README 10',
    promise: 'Main never stands still',
    proofs: [
      ofCalls('wrong-types', 'wrong types in every field', 'No field of an answer breaks what reads it.'),
      proof(
        'shared/vault/patterns.test.ts',
        'every pattern of main takes time in proportion',
        'No pattern is worse than linear.',
      ),
      proof(
        'electron/vault/http/answer.test.ts',
        'takes what may exist once',
        'Large and crowded answers are read elsewhere or refused.',
      ),
      ofCalls(
        'hostile-server',
        'is refused or cut',
        'A million warnings, deep and huge JSON are refused or cut, memory bounded, other sessions go on.',
      ),
      ofCalls(
        'ceremony-pgp',
        'is verified beside main, which goes on meanwhile',
        'A PGP key that takes minutes to verify stops nothing.',
      ),
      ofCalls(
        'bounds',
        'of answers that exist once has an end before anything is sent',
        'What a page can make main hold has an end.',
      ),
    ],
  },
  {
    from: 'README 11',
    promise: 'Nothing secret is written to disk',
    proofs: [
      ofApp(
        'canary',
        'a token that was typed is in no process but main',
        'No file of the data folder holds the token.',
      ),
      ofApp('kill', 'main is killed when a save is', 'A killed main leaves nothing of a value on disk.'),
      ofCalls(
        'keychain',
        'is asked, writes nothing readable',
        'A kept token is encrypted by the system’s keychain.',
      ),
      ofCalls(
        'header-values',
        'comes from the keychain after a restart',
        'So are the values of extra headers.',
      ),
      proof('shared/vault/redact.test.ts', 'lets no planted token survive', 'Log lines are redacted.'),
      proof(
        'electron/platform/diagnostics.test.ts',
        'holds nothing of what a call was about',
        'A log line tells the kind and place of a fault, not its message.',
      ),
    ],
  },
  {
    from: 'README 12',
    promise: 'A lock forgets',
    proofs: [
      ofApp(
        'lock-memory',
        'no process but main holds a value',
        'What was revealed before the lock is in no process but main.',
      ),
      ofApp(
        'lock-memory',
        'main keeps no token, password or value in its JavaScript heap after the lock',
        'Main lets go of tokens, passwords and values.',
      ),
      proof(
        'electron/core/credentials/forgotten-credentials.test.ts',
        'holds nothing of what was let go while the app is locked',
        'What searches texts for credentials lets go of them, too.',
      ),
      ofCalls('board', 'asks for health alone, without a token', 'The board on lock asks for health only.'),
      ofApp(
        'preferences',
        'a page loosens nothing by itself',
        'Protecting settings are loosened by a person only.',
      ),
      ofCalls(
        'fuzzed',
        'calls while the app is locked',
        'Fifteen thousand fuzzed calls reach nobody behind a lock.',
      ),
    ],
  },
  {
    from: 'README 13',
    promise: 'A release stays closed',
    proofs: [
      ofRelease(
        'refusals',
        'and it has had no effect',
        'A switch that opens the app is refused, in every form, and had no effect before that.',
      ),
      ofRelease('refusals', 'runs no code as plain Node', 'The binary is not a Node that runs any script.'),
      ofRelease('job', 'no key opens the developer tools', 'No key opens the developer tools.'),
      ofRelease('copy', 'its developer tools stay closed', 'Neither menu nor call opens them.'),
      ofRelease('processes', 'run in Chromium’s sandbox', 'Pages run in the sandbox of an ordinary user.'),
      ofRelease('processes', 'listens nowhere', 'Nothing listens but for a second start.'),
      ofRelease('processes', 'leaves no memory on disk', 'No process leaves its memory when it crashes.'),
      ofRelease('files', 'writes what is on the list', 'A first start writes what is on a list.'),
      ofRelease('contents', 'every fuse of the binary', 'Every fuse is set as decided.'),
      ofRelease('contents', 'the archive holds the built app', 'The archive holds the app alone.'),
    ],
  },
  {
    from: 'README 14',
    promise: 'A new version is what its makers signed, and comes when you say so',
    proofs: [
      ofUpdates('hostile-feed', 'is refused', 'A description that is not as signed changes nothing.'),
      ofUpdates('hostile-feed', 'is not kept', 'A package that is not as described is not kept.'),
      ofUpdates(
        'release-page',
        'is not followed',
        'A redirect is followed to hosts that the question named, and nowhere else.',
      ),
      ofUpdates('hostile-feed', 'that is older than one named before', 'There is no step back.'),
      ofUpdates('updates', 'waits for what would be lost', 'No installation while something would be lost.'),
      ofUpdates('updates', 'is not taken away by a page', 'A broken page does not switch updates off.'),
      ofUpdates('updates', 'is another one only after a yes', 'Another address takes a person’s yes.'),
      ofApp('updates', 'a broken page moves nothing', 'A broken page starts no look and no installation.'),
    ],
  },
];
