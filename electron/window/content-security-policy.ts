/**
 * Permissions of our pages, sent as a header with every answer of the app: protocol: their own scripts, styles and
 * fonts, and no connection to anywhere. A header, not a meta element, so that it holds before the first byte of the
 * page. No style nonce: styles are files, and React sets the styles of elements through CSSOM, which the policy does
 * not see. The first document of a start alone has its style inside, allowed by its hash (`app-protocol.ts`).
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

/**
 * Takes printing and browser dialogs from the main page; Chromium has no permission for them. Both hold the page
 * still, and a print leads data out without a question. Main refuses downloads itself.
 */
const withoutModals = 'sandbox allow-scripts allow-same-origin allow-forms allow-downloads';

/** Permissions of the guide's pages: their own style, fonts and pictures. They have no script. */
const guidePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Headers of every answer of the app: protocol. No Cross-Origin-Opener-Policy: it makes Chromium throw the window's
 * first process away and start another (25 ms of the first paint), and protects from openers and popups that the
 * window handler and the navigation rules already rule out.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy':
    'accelerometer=(), camera=(), clipboard-read=(), clipboard-write=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  'Cache-Control': 'no-store',
};

/** Headers of the guide's pages. */
export const guideHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'Content-Security-Policy': guidePolicy,
};

/** Headers of the main page. The trusted view keeps `print`: the user prints a key share from its prompt. */
export const mainHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'Content-Security-Policy': `${contentSecurityPolicy}; ${withoutModals}`,
};
