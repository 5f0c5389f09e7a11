/**
 * Words that were once used for our things, and what is said instead: on screen, in comments and as names. A word with a
 * legitimate other meaning is narrowed here, with its reason, and nowhere else.
 */

/** On screen. */
export const onScreen: readonly (readonly [was: RegExp, say: string])[] = [
  [/\b[Ll]ook again\b|\b[Ll]ook it up again\b|\b[Aa]sk again\b/, 'Refresh; after a failure: Retry'],
  [/looked at every|while this is open/, 'Updates every 5 s'],
  [
    /\bheld (answer|one)|kept until dismissed|\b[Dd]ismiss(ed|es|ing)?\b/,
    'one-time result; not saved yet; Discard',
  ],
  [/environment offers|^Use$/, 'Found in your shell; Fill in'],
  [
    /[Ll]og in beside|without adopting|[Oo]pen beside|^Use it in\b/,
    'Get another token; Open as new session; Switch this session to it',
  ],
  [/^I may\b|^no (read|list|update|create|delete)$/, 'Permissions; read ✓ update ✗'],
  [/[Oo]nly (asked by )?Strongroom’s core|protected view/, 'Secure prompt'],
  [
    /[Ww]hom to trust|[Tt]he way there|Headers and nodes|How to log in/,
    'Server certificate; Proxy; Advanced; Auth method',
  ],
  [/Empty: the name of the host/, 'Defaults to the host name'],
  [/offers \S+ methods?|to everybody/, '2 auth methods listed'],
  [/^(Made|Ends|Made (from|by)|Opens for)$/, 'Created, Creation path, Created by, Expires, TTL'],
  [
    /When it ends|What kind of token it is|What the server says about it|Whose it is|What it may do/,
    'Lifetime; Type; Details; Parent; Policies',
  ],
  [
    /Open it (now|all the same)|Give it back rewrapped|^Wrap it\b|^Cancel it\b/,
    'Unwrap; Rewrap; Wrap; Revoke',
  ],
  [/looks before it opens|uses nothing up/, 'Checking does not use the token'],
  [/what to tell the (receiver|recipient)/, 'Copy message for recipient'],
  [/A request’s answer|^Called$/, 'API response; Key name'],
  [/The rest of the envelope|\b[Rr]aw answer\b/, 'Response metadata; Raw JSON'],
  [/Merged by themselves|^Will hold$|^Mine$/, 'Merged automatically; Result; Yours, Theirs'],
  [
    /What saving changes|^Take over\b|^Find out$|^Enter anew/,
    'Review changes; Import 2 keys; Auto-detect; Change',
  ],
  [/^Differently|Connect differently|Show what is open/, 'Another method; Edit connection; View open tabs'],
  [/as the mount says/, 'mount default (10)'],
  [/unseals it$|Kind of seal|Give a key share/, 'Threshold 1 of 1; Seal type; Enter unseal key'],
  [
    /No node that answers|Every node that answers|of \S+ unseal keys are entered/,
    'No leader; All nodes sealed; key shares entered',
  ],
  [/Nothing has changed since|while somebody looked/, 'No changes yet; First look'],
  [
    /^First run…?$|present (key )?shares?\b|^Give (present )?shares$/,
    'Initialise; current key shares; Enter current shares',
  ],
  [/^Begun$|Cancel for everybody|token somebody received/, 'Started by; Cancel rekey…; Decode a token…'],
  [
    /What is not saved stays|How many are needed together/,
    'Kept until you quit, which asks first; Threshold',
  ],
  [
    /Settings of autopilot|Most log entries behind|Voters to keep/,
    'Autopilot settings; Max trailing logs; Min quorum',
  ],
  [/^What took longest|^Requests a second$/, 'Operations by total time, last 10 s; Requests per second'],
  [/[Ww]hoever (runs|has|may|knows)\b|is good as readable/, 'the server’s operator; anyone with read access'],
  [/[Aa]ny(body|one) on the way|between you and the server/, 'anyone on the network'],
  [
    /Trust this connection otherwise|^Its open session ends/,
    'Change trust settings?; Closes the open session.',
  ],
  [/What its holders may do|text before is not kept/, 'Takes effect immediately'],
  [/(?<!user name )\bmay not look itself up/, 'cannot look itself up'],
  [/may do everything\b|no policy limits it/, 'Unrestricted'],
  [/It ends when mine ends|^mine$|^No name$/, 'Expires with this token; this session; —'],
  [/not adopted|^Wrapped data$|Shared in this session/, 'New token for …; Wrapped text; Shared'],
  [/Healthy for so long|^Unhealthy after$|^Taken of$/, 'Stabilization time; Last contact threshold; Nodes'],
  [/keeps (versions|none)$|List without a login|live on unseen/, 'KV v2; KV v1; Visible before login'],
  [
    /Nobody found who|“list” is missing$|Find who uses it|same as the rules below/,
    'No users found; needs list; Find users',
  ],
  [
    /nothing is kept at this path|A name may be a folder|old one away/,
    'No versions; then deletes the old one',
  ],
  [
    /Where the mount keeps more|^not touched$|replaces what is there$/,
    'The higher of entry and mount applies; unchanged',
  ],
  [/No token is held|nothing that was read is left/, 'No tokens in memory'],
  [/answer was lost: it is not known|what holds now/, 'Save not confirmed; to see the current version'],
  [/no longer asked about|as good as readable/, 'Skips the confirmation; tokens are not stored'],
  [/^Key to copy$|^its keys$|^Below \S+\/$|^may not list$/, 'Copy which key?; Keys; In …/; no list'],
  [/it is not known (why|how|whether|what)|\bHow (many|long) .*is not known/, 'unknown'],
  [/they were made with|how it was looked at|It is sent now and counted/, 'drop'],
  [
    /members the server|Where they are missing|would use it up/,
    'If they are missing or different, do not type anything',
  ],
  [/answer is not Vault’s|Strongroom made a mistake/, 'Not a Vault response; Internal error'],
  [/This token may not look\b(?! itself)/, 'No permission to read metadata'],
  [/^This is needed|^only left$|^not there$/, 'Required; removed; —'],
  [
    /What becomes of its token|Strongroom forgets it|The server revokes it/,
    'Token: Forget locally; Revoke on server',
  ],
  [/As the system/, 'Match system'],
  [/In policies/, 'API path'],
  [/vouch(es)? for nobody/, 'is not a CA certificate'],
  [/belongs to nobody/, 'its token is unused and will expire'],
  [/in use nowhere|where there is none/, 'no riddles, no inverted clauses'],
  // Beyond the table.
  [/^Try again$/, 'Retry'],
  [/under “Answers”|exists? only once/, 'one-time result'],
  [/\b(token|It|it|login) (has|had) ended\b|\bit ends in …/, 'expired, expires'],
  [/\brenewed no more\b|\bmade anew\b|\bmend(ed)?\b/, 'not … any more; created again; fix'],
  [/(?<![Tt]here )\bis no (?!longer\b|more\b)/, 'is not a …'],
  [/\bno longer held\b|\bheld already\b/, 'is gone; no longer open'],
  [/\b([Ss]ome|[Nn]o|[Aa]ny|[Ee]very)body\b/, 'someone, no one, anyone, everyone; or the client, the server'],
  [/\b[Ww]ho(m)?ever\b/, 'anyone who, the one who'],
  [/\bfor good\b|\bfor ever\b/, 'permanently'],
  [/\bholds?\b(?! the policy| back)/, 'contains, has'],
  [/\bmay not (?!be\b|have\b|ask\b)/, 'cannot, has no permission to'],
  [/\b(in|a)new\b|\btaken? away\b|\bas it was\b/, 'again; deleted; unchanged'],
  [/\bmay or may not\b/, 'unknown whether'],
  [/^The token of this connection|\bthis connection (can|ends)\b|belongs to another connection/, 'session'],
];

/**
 * In comments. Of the names below only these: `look`, `kept`, `held`, `means`, `offer`, `desk`, `arrival` and `sight` are
 * plain English verbs and things there (`in plain sight`, `in order of arrival`, the desk that a person leaves).
 */
export const inComments: readonly (readonly [was: RegExp, say: string])[] = [
  [/\b(held|kept) answers?\b/, 'one-time result, stored answer'],
  [/\bvisit(s|ed|ing)?\b/, 'contact, unauthenticated connection'],
  [/\b(wish|wishes)\b/, 'options, params'],
  [/\bfates?\b/, 'change'],
  [/\bgrave\b/, 'destructive'],
  [/\b(endurance|patient)\b/, 'cancellation policy'],
  [/\bcards? (of|in) the (trusted view|prompt)/, 'prompt'],
  [/what is typed is the consent/, 'Entering a value in the prompt consents to sending it'],
  [/would stop main\b/, 'Runs CPU-heavy work off the main thread'],
  [/nobody sees any more, or not yet/, 'Results hidden until this session unlocks'],
  [/leads out of a lock/, 'Unlock calls pass the lock check but still name a session'],
  [/\bleaving may end it/, 'Not cancelled when one caller aborts'],
  [/asked for last is asked for again/, 'Last TTL, reused until the window closes'],
  [/unless somebody has chosen otherwise/, 'Defaults'],
  [/later member of the same name stands/, 'Overridden by a later duplicate key'],
  [/what is no number is none/, 'Non-numeric input is invalid'],
  [/told by the question that follows/, 'The next request detects an expired token'],
];

/** As words of any name, local ones too, in lower case. */
export const inNames: Readonly<Record<string, string>> = {
  desk: 'services',
  visits: 'unauthenticated connection',
  visited: 'unauthenticated connection',
  visit: 'unauthenticated connection',
  arrival: 'login',
  offer: 'environment credentials',
  offers: 'environment credentials',
  means: 'credentials, transport',
  wish: 'options, params',
  wishes: 'options, params',
  fate: 'change',
  fates: 'change',
  grave: 'destructive',
  endurance: 'cancellation policy',
  patient: 'cancellation policy',
  sight: 'view, status',
  kept: 'draft, one-time result, cached: by what it is',
  held: 'draft, one-time result, cached: by what it is',
};

/**
 * Words of the table that are names all the same, with their other meaning. `look`: a look-up of Vault's, how something looks
 * (name and colour of a connection), one reading of a server's state. `card`: a bordered card of a screen (`ui/layout.module.css`).
 */
export const otherMeanings: Readonly<Record<string, { readonly names: RegExp; readonly why: string }>> = {
  visit: { names: /^visit$/, why: 'the function that walks a syntax tree, as the compiler calls it' },
};

/** Types that were declared under one name several times: one each. */
export const oneTypeEach: readonly string[] = ['Ask', 'Desk', 'EntryPlace', 'Held', 'Kept'];

/** Interfaces that typed `renderer/api` again: its functions are used themselves. */
export const noSuchType: readonly string[] = ['Means', 'Runner'];
