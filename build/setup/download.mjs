/** Downloads over https with Node alone: a short limit for reaching the host, none while a transfer progresses. */
import { createWriteStream, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { get as getOverTls } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { rootCertificates } from 'node:tls';

const REACH_MS = 5_000;
const STALL_MS = 30_000;
const MAX_REDIRECTS = 5;

/**
 * Certificate authorities to trust: Node's own, and this machine's, for company proxies. Node 20 does not read the
 * latter by itself, as pip, npm with `cafile`, Go and curl do.
 */
const ca = [
  ...rootCertificates,
  ...[
    process.env['NODE_EXTRA_CA_CERTS'],
    process.env['SSL_CERT_FILE'],
    '/etc/ssl/certs/ca-certificates.crt',
    '/etc/pki/tls/certs/ca-bundle.crt',
  ].flatMap((file) => {
    try {
      return file ? [readFileSync(file, 'utf8')] : [];
    } catch {
      return [];
    }
  }),
];

/**
 * The response to a GET, following redirects; rejects if the host is silent for 5 s or the status is not 200.
 * @param {string} url
 * @param {{ accept?: string }} [headers]
 * @param {number} [redirects]
 * @returns {Promise<import('node:http').IncomingMessage>}
 */
export function open(url, headers = {}, redirects = 0) {
  return new Promise((resolve, reject) => {
    const plain = url.startsWith('http:');
    const options = plain ? { headers } : { headers, ca };
    const request = (plain ? get : getOverTls)(url, options, (response) => {
      clearTimeout(limit);
      const { statusCode = 0, headers: answered } = response;
      if (
        statusCode >= 300 &&
        statusCode < 400 &&
        answered.location !== undefined &&
        redirects < MAX_REDIRECTS
      ) {
        response.resume();
        const next = new URL(answered.location, url).href;
        if (url.startsWith('https:') && !next.startsWith('https:')) {
          reject(new Error(`${url} leads away from https`));
        } else {
          open(next, headers, redirects + 1).then(resolve, reject);
        }
      } else if (statusCode === 200) {
        resolve(response);
      } else {
        response.resume();
        reject(new Error(`${url}: status ${String(statusCode)}`));
      }
    });
    const limit = setTimeout(() => {
      request.destroy(new Error(`${new URL(url).host} did not answer within ${String(REACH_MS / 1000)} s`));
    }, REACH_MS);
    request.setTimeout(STALL_MS, () =>
      request.destroy(new Error(`${url}: no byte for ${String(STALL_MS / 1000)} s`)),
    );
    request.once('error', (error) => {
      clearTimeout(limit);
      reject(error);
    });
  });
}

/**
 * Downloads a short text.
 * @param {string} url
 * @param {{ accept?: string }} [headers]
 */
export async function text(url, headers = {}) {
  let whole = '';
  for await (const piece of (await open(url, headers)).setEncoding('utf8')) {
    whole += String(piece);
    if (whole.length > 1_000_000) throw new Error(`${url}: longer than a text should be`);
  }
  return whole;
}

/**
 * Downloads into a file.
 * @param {string} url
 * @param {string} file
 * @param {(bytes: number, total: number) => void} [onProgress]
 */
export async function save(url, file, onProgress) {
  const response = await open(url);
  const total = Number(response.headers['content-length'] ?? 0);
  let bytes = 0;
  response.on('data', (/** @type {Buffer} */ piece) => {
    bytes += piece.length;
    onProgress?.(bytes, total);
  });
  await pipeline(response, createWriteStream(file));
}
