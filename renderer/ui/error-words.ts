/**
 * Title and meaning of each error kind. The server's own words and main's hint come with the error; these sentences
 * are constant. "Absent", "not permitted", "token dead", "sealed", "not offered" and "cannot connect" are six
 * different things.
 */
import type { AppError, AppErrorKind, InvalidPathReason, TlsReason } from '../../shared/ipc/result.ts';

export interface ErrorWords {
  readonly title: string;
  /** Explanation of the error. */
  readonly meaning: string;
  /** Advice if main's `hint` has nothing more precise. */
  readonly advice: string;
}

/** Title, meaning and advice of an error. */
export function errorWords(error: AppError): ErrorWords {
  // The words of a kind take the errors of that kind, so the cast is safe.
  const words = wordsByKind[error.kind] as WordsOf<AppError>;
  return typeof words === 'function' ? words(error) : words;
}

/** Constant words, or words that depend on the facts of the error. */
type WordsOf<E extends AppError> = ErrorWords | ((error: E) => ErrorWords);

type WordsByKind = { readonly [Kind in AppErrorKind]: WordsOf<AppError & { readonly kind: Kind }> };

const wordsByKind: WordsByKind = {
  'invalid-path': ({ reason }) => invalidPath[reason],
  forbidden: {
    title: 'Not permitted',
    meaning: 'The token is valid, but none of its policies allows this on this path.',
    advice: 'Ask for the missing capability, or log in with another token.',
  },
  'invalid-request': {
    title: 'The server refused the request',
    meaning: 'Something in the request is not valid.',
    advice: 'Read what the server said, change the input and try again.',
  },
  unauthenticated: ({ reason }) => (reason === 'used-up' ? usedUp : unauthenticated),
  sealed: {
    title: 'The server is sealed',
    meaning: 'It is running, but cannot decrypt its storage until enough unseal keys are entered.',
    advice: 'Unseal it, or connect to another node of the cluster.',
  },
  'namespace-sealed': {
    title: 'The namespace is sealed',
    meaning: 'It has unseal keys of its own. The rest of the server works.',
    advice: 'Unseal it from the namespace above, with its own unseal keys.',
  },
  standby: {
    title: 'This node is a standby',
    meaning: 'It cannot answer this request and could not forward it to the active node.',
    advice: 'Connect to the active node, or try again when the cluster has one.',
  },
  'not-initialized': {
    title: 'The server is not initialised',
    meaning: 'It is running, but has no storage, no keys and no root token yet.',
    advice: 'Initialise it with “vault operator init” (OpenBao: “bao operator init”), then connect again.',
  },
  'other-cluster': {
    title: 'Another cluster answers here',
    meaning: 'The server at this address is not the one that you logged in to.',
    advice: 'Log in again only if you know why it changed.',
  },
  'costs-a-use': {
    title: 'Not read yet',
    meaning: 'The token has a limited number of uses, and this request would cost one.',
    advice: 'Ask the server if you need it.',
  },
  'not-kept': {
    title: 'Not saved',
    meaning: 'Strongroom could not write one of its files.',
    advice: 'Try again once the disk can be written to.',
  },
  'rate-limited': ({ by, retryAfterSeconds }) =>
    by === 'strongroom'
      ? tooMuchAtOnce
      : {
          title: 'Too many requests',
          meaning: 'A rate limit quota of the server was reached. Nothing was done.',
          advice:
            retryAfterSeconds === undefined
              ? 'Wait a moment and try again.'
              : `Try again in ${String(retryAfterSeconds)} s.`,
        },
  'server-error': {
    title: 'The server failed',
    meaning: 'It accepted the request and could not finish it.',
    advice: 'Retry. If it fails again, the server’s own log says more.',
  },
  'bad-answer': {
    title: 'Not a Vault response',
    meaning: 'Something answered, but not the way Vault does. A proxy or a login page may be in between.',
    advice: 'Check the address, the port and the proxy.',
  },
  'too-large': ({ method, limitBytes }) =>
    limitBytes === 0
      ? tooManyNames
      : method === 'GET'
        ? answerTooLarge(limitBytes)
        : tooLargeToSave(limitBytes),
  conflict: ({ currentVersion }) => ({
    title: 'Someone else saved first',
    meaning:
      currentVersion === undefined
        ? 'The entry has changed since you opened it.'
        : `The entry is at version ${String(currentVersion)} by now.`,
    advice: 'Load the current version, compare, and save again. Your edits stay.',
  }),
  'not-offered': {
    title: 'Not offered by this server',
    meaning: 'This product or version does not have this feature.',
    advice: 'Use another way on this server.',
  },
  'root-namespace-only': {
    title: 'Only in the root namespace',
    meaning: 'OpenBao keeps this in the root namespace: no policy can grant it in another one.',
    advice: 'Open the root namespace with a token that is valid there.',
  },
  tls: ({ reason }) => tls(reason),
  network: ({ code }) => ({
    title: 'Cannot connect',
    meaning: networkMeaning(code),
    advice: 'Check the address, the port, your network or VPN, and the proxy.',
  }),
  timeout: ({ timeoutMs }) => ({
    title: 'No answer in time',
    meaning: `The server did not answer within ${String(timeoutMs / 1000)} s.`,
    advice: 'Try again, or raise the request timeout of this connection.',
  }),
  'redirect-refused': ({ location }) => ({
    title: 'The server points elsewhere',
    meaning: `It redirects to ${location}, which is not an address you confirmed. The token was not sent there.`,
    advice: 'If that address belongs to the same cluster, confirm it; otherwise connect to it directly.',
  }),
  'awaiting-approval': {
    title: 'Waits for approval',
    meaning: 'A control group must approve the request before the server carries it out.',
    advice: 'Give the accessor to an approver.',
  },
  'outcome-unknown': {
    title: 'Outcome unknown',
    meaning: 'The request was sent, but the answer was lost on the way. It was not repeated.',
    advice: 'Look at what is there now before you try again.',
  },
  locked: {
    title: 'Strongroom is locked',
    meaning: 'Nothing is sent and nothing is shown until it is unlocked.',
    advice: 'Unlock it and try again.',
  },
  cancelled: { title: 'Cancelled', meaning: 'It was stopped before it finished.', advice: '' },
  'invalid-input': {
    title: 'Not sent',
    meaning: 'Strongroom refused it before sending anything.',
    advice: 'Change the input and try again.',
  },
  internal: {
    title: 'Internal error',
    meaning: 'Something failed in Strongroom, not on the server.',
    advice: 'Try again. If it happens twice, copy the details into a report.',
  },
};

const usedUp: ErrorWords = {
  title: 'The token has no uses left',
  meaning: 'It had limited uses, and the latest request was its last.',
  advice: 'Log in again with another token. What was read before stays on screen.',
};

const unauthenticated: ErrorWords = {
  title: 'The token is no longer valid',
  meaning: 'It has expired, was revoked, or has no uses left. The server does not say which.',
  advice: 'Log in again. Open tabs and unsaved edits stay.',
};

const tooMuchAtOnce: ErrorWords = {
  title: 'Too much at once',
  meaning: 'Strongroom limits what runs at once. Nothing was done.',
  advice: 'Wait a moment and try again.',
};

/** A walk has a limit of names, and none of bytes. */
const tooManyNames: ErrorWords = {
  title: 'Too many names',
  meaning: 'Strongroom takes a limited number of names below one place at a time.',
  advice: 'Start further down.',
};

/** A file or a write: the message names it and its limit. */
function tooLargeToSave(limitBytes: number): ErrorWords {
  return {
    title: 'This is too large',
    meaning:
      limitBytes < 1_048_576
        ? 'It exceeds the limit. Nothing was saved.'
        : `The limit is ${mebibytes(limitBytes)}. Nothing was saved.`,
    advice: 'Make it smaller, or split it.',
  };
}

function answerTooLarge(limitBytes: number): ErrorWords {
  return {
    title: 'The answer is too large',
    meaning: `It is larger than ${mebibytes(limitBytes)}, so reading it was stopped. Nothing was changed.`,
    advice: 'Use the command line for this path.',
  };
}

const invalidPath: Readonly<Record<InvalidPathReason, ErrorWords>> = {
  absent: {
    title: 'Nothing here',
    meaning: 'The mount exists, but there is nothing at this path.',
    advice: 'Check the spelling, or choose another name on the left.',
  },
  'no-mount': {
    title: 'No secrets engine is mounted here',
    meaning:
      'The path does not begin with a mount that this token can see: it was disabled or moved, or never existed.',
    advice: 'Check the mount’s name, and the namespace you are in.',
  },
  'no-namespace': {
    title: 'No such namespace',
    meaning: 'The server answers, but has no namespace of this name.',
    advice: 'Check the namespace’s name.',
  },
  'wrong-api-path': {
    title: 'Wrong API path',
    meaning: 'The engine exists, but does not serve this path.',
    advice: 'On KV version 2, “data/” and “metadata/” follow the mount in API paths.',
  },
  'deleted-version': {
    title: 'This version is deleted',
    meaning: 'Its values are hidden, but kept: the version can be undeleted.',
    advice: 'Choose another version, or undelete this one.',
  },
  'destroyed-version': {
    title: 'This version is destroyed',
    meaning: 'Its values are permanently deleted. Only its number and dates remain.',
    advice: 'Choose another version.',
  },
};

function tls(reason: TlsReason): ErrorWords {
  return {
    title: tlsTitles[reason],
    meaning:
      reason === 'https-required'
        ? 'The server does not answer unencrypted requests.'
        : 'No secure connection was made, so nothing was sent: neither a path nor a token.',
    advice: tlsAdvice(reason),
  };
}

const tlsTitles: Readonly<Record<TlsReason, string>> = {
  expired: 'The server’s certificate has expired',
  'not-yet-valid': 'The server’s certificate is not valid yet',
  'wrong-host': 'The certificate is for another name',
  'unknown-ca': 'The server’s certificate is not trusted',
  'self-signed': 'The server’s certificate is self-signed',
  'missing-intermediate': 'The server sends an incomplete chain',
  'weak-key': 'The server’s certificate is too weak',
  'client-certificate-required': 'The server asks for a client certificate',
  'client-certificate-refused': 'The server refused your client certificate',
  'client-key-mismatch': 'The key does not belong to the client certificate',
  'client-key-encrypted': 'The client key is encrypted',
  'client-certificate-unreadable': 'The client certificate cannot be read',
  'ca-unreadable': 'The CA file cannot be read',
  'protocol-too-old': 'The server’s TLS is too old',
  'plain-http': 'This port speaks plain HTTP, not TLS',
  'https-required': 'This port speaks TLS, not plain HTTP',
  other: 'No secure connection could be made',
};

function tlsAdvice(reason: TlsReason): string {
  switch (reason) {
    case 'unknown-ca':
    case 'self-signed':
    case 'missing-intermediate':
      return 'Choose the CA file of this server under “TLS”.';
    case 'wrong-host':
      return 'Use the name the certificate is for, or set the server name under “TLS”.';
    case 'client-certificate-required':
      return 'Choose your client certificate and key under “TLS”.';
    case 'client-certificate-refused':
    case 'client-key-mismatch':
    case 'client-key-encrypted':
    case 'client-certificate-unreadable':
      return 'Check the client certificate and key under “TLS”.';
    case 'ca-unreadable':
      return 'Choose a PEM file with one or more certificates.';
    case 'plain-http':
      return 'Use http:// if that is meant, or the port where the server speaks TLS.';
    case 'https-required':
      return 'Use https:// in front of the address.';
    case 'expired':
    case 'not-yet-valid':
      return 'Check this machine’s clock; otherwise the server needs a new certificate.';
    case 'weak-key':
    case 'protocol-too-old':
      return 'Fix this on the server.';
    case 'other':
      return 'The details below say what the TLS library saw.';
  }
}

function networkMeaning(code: string): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'The host is up, but nothing listens on this port.';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The host name could not be resolved.';
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'There is no route to this host.';
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return 'The connection closed before the response was complete.';
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return 'The host did not respond to the connection attempt.';
    default:
      return 'The connection failed before there was a response.';
  }
}

function mebibytes(bytes: number): string {
  return `${String(Math.round(bytes / 1_048_576))} MiB`;
}
