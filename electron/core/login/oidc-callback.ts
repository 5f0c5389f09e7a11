/** Parses an identity provider's redirect parameters: from a query, a form, or a pasted address. */
import type { OidcCallback } from '../../vault/api/oidc.ts';

/** The provider's response, or its error. */
export type CallbackAnswer =
  | ({ readonly kind: 'code' } & OidcCallback)
  | { readonly kind: 'error'; readonly state: string; readonly message: string };

/** Reads the parameters of a callback; undefined if they are not from one. */
export function callbackFrom(parameters: URLSearchParams): CallbackAnswer | undefined {
  const text = (name: string): string => parameters.get(name) ?? '';
  const state = text('state');
  if (text('error') !== '') {
    const described = text('error_description');
    const message = described === '' ? text('error') : `${described} (${text('error')})`;
    return {
      kind: 'error',
      state,
      message: message.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]+/gu, ' ').slice(0, 500),
    };
  }
  const [code, idToken] = [text('code'), text('id_token')];
  if (state === '' || (code === '' && idToken === '')) return undefined;
  return { kind: 'code', state, code, idToken };
}

/** Parses a pasted callback address, or only the part after its question mark. */
export function callbackPasted(pasted: string): CallbackAnswer | undefined {
  const text = pasted.replace(/\s+/g, '');
  const query = /[?#](.*)$/s.exec(text)?.[1] ?? text;
  return callbackFrom(new URLSearchParams(query.replace(/#.*$/s, '')));
}

/** The state that a login page will send back; empty if its address has none. */
export function stateIn(authUrl: string): string {
  return URL.canParse(authUrl) ? (new URL(authUrl).searchParams.get('state') ?? '') : '';
}
