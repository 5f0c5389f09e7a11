/**
 * What a page of ours may do, sent as a header with every answer of the app: protocol: its own scripts, styles and fonts,
 * and no connection to anywhere. A header, not a meta element, so that it holds before the first byte of the page.
 * No style nonce: styles are files, and what React sets on elements goes through CSSOM, which the policy does not see.
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
 * What else the main page may not do, though Chromium has no permission for it: print, and show dialogs of the browser. Both hold
 * the page still, and a print is a way out that nobody is asked about. Downloads main refuses itself.
 */
const withoutModals = 'sandbox allow-scripts allow-same-origin allow-forms allow-downloads';

/** What a page of the guide may do: show its own style, fonts and pictures. It has no script. */
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
 * The headers of every answer of the app: protocol. No Cross-Origin-Opener-Policy: it makes Chromium throw the window's
 * first process away and start another (25 ms of the first paint), and protects from openers and popups that the window
 * handler and the navigation rules do not let exist.
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

/** The headers of the guide's pages. */
export const guideHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'Content-Security-Policy': guidePolicy,
};

/** The headers of the main page. The trusted view keeps `print`: a person prints a key share from its prompt. */
export const mainHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'Content-Security-Policy': `${contentSecurityPolicy}; ${withoutModals}`,
};
