/**
 * The forms of one engine in one session: the chosen path, the field values, and the response. Outside React, like
 * the console's own store.
 */
import type { ConsoleMethod, ConsoleRequest } from '../../../shared/vault/console.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { Store } from '../../api/store.ts';
import { forgetSecret } from '../../api/secrets.ts';
import { perSession } from '../../api/per-session.ts';
import { emptyValues, valuesInPath } from './form-values.ts';
import type { FormValues } from './form-values.ts';
import { runRequest } from './request-run.ts';
import type { AskedRequest, Outcome } from './request-run.ts';

export interface EngineState {
  readonly filter: string;
  /** A requested path of the engine, not looked up yet, e.g. `transit/keys/orders`; empty: not set. */
  readonly wanted: string;
  /** The template of the form in front; empty: not set. */
  readonly template: string;
  /** Undefined: the first one offered. */
  readonly method: ConsoleMethod | undefined;
  /** Values by template. Fields of the same name are shared by all its operations. */
  readonly forms: Readonly<Record<string, FormValues>>;
  readonly tried: boolean;
  readonly outcome: Outcome;
}

export class EngineStore extends Store<EngineState> {
  readonly #sessionId: string;

  constructor(sessionId: string) {
    super({
      filter: '',
      wanted: '',
      template: '',
      method: undefined,
      forms: {},
      tried: false,
      outcome: { state: 'none' },
    });
    this.#sessionId = sessionId;
  }

  /** Goes to a path of the engine without sending a request. */
  goTo(wanted: string): void {
    if (wanted !== '') this.change({ wanted });
  }

  /** Brings the form of a template to the front; `path` gives values to its `{names}`. */
  choose(template: string, path = template, method?: ConsoleMethod): void {
    const found = valuesInPath(template, path);
    this.change({ template, method, wanted: '', tried: false });
    if (Object.keys(found).length > 0) this.edit({ texts: { ...this.values().texts, ...found } });
  }

  chooseMethod(method: ConsoleMethod): void {
    this.change({ method, tried: false });
  }

  values(): FormValues {
    const { forms, template } = this.snapshot();
    return forms[template] ?? emptyValues;
  }

  edit(change: Partial<FormValues>): void {
    const { forms, template } = this.snapshot();
    this.change({ forms: { ...forms, [template]: { ...this.values(), ...change } } });
  }

  setSecret(key: string, secret: SecretRef | undefined): void {
    const { [key]: before, ...rest } = this.values().secrets;
    if (before !== undefined && before.secretRef !== secret?.secretRef) forgetSecret(before.secretRef);
    this.edit({ secrets: secret === undefined ? rest : { ...rest, [key]: secret } });
  }

  setEncoded(key: string, encoded: boolean): void {
    const rest = this.values().encoded.filter((one) => one !== key);
    this.edit({ encoded: encoded ? [...rest, key] : rest });
  }

  /** Sends the filled form; `form`: the operation whose form shows the response. */
  async send(request: ConsoleRequest, form: AskedRequest): Promise<void> {
    if (this.snapshot().outcome.state === 'sending') return;
    await runRequest(this.#sessionId, request, (outcome) =>
      this.change({ outcome: 'request' in outcome ? { ...outcome, request: form } : outcome }),
    );
  }

  forgetOutcome(): void {
    this.change({ outcome: { state: 'none' } });
  }
}

const enginesOf = perSession(() => new Map<string, EngineStore>());

/** The forms of an engine in a session, by its mount's path; created on first access. */
export function engineOf(sessionId: string, mountPath: string): EngineStore {
  const engines = enginesOf(sessionId);
  const known = engines.get(mountPath);
  if (known !== undefined) return known;
  const made = new EngineStore(sessionId);
  engines.set(mountPath, made);
  return made;
}
