/** Who starts the packaged app: never root, whom Chromium's sandbox refuses. */

/** Debian's `nobody` where the tests run as root; undefined where we are an ordinary user ourselves. */
export const ordinaryUserId = process.getuid?.() === 0 ? 65_534 : undefined;

/** What makes a command run as an ordinary user. */
export const asOrdinaryUser: readonly string[] =
  ordinaryUserId === undefined
    ? []
    : ['setpriv', `--reuid=${ordinaryUserId}`, `--regid=${ordinaryUserId}`, '--clear-groups'];
