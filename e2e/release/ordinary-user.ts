/** User that starts the packaged app: never root, which Chromium's sandbox refuses. */

/** Debian's `nobody` if the tests run as root; undefined if we are an ordinary user ourselves. */
export const ordinaryUserId = process.getuid?.() === 0 ? 65_534 : undefined;

/** Command prefix that drops to an ordinary user. */
export const asOrdinaryUser: readonly string[] =
  ordinaryUserId === undefined
    ? []
    : ['setpriv', `--reuid=${ordinaryUserId}`, `--regid=${ordinaryUserId}`, '--clear-groups'];
