/** The request console. */
import type { AnswerView } from '../../vault/answer.ts';
import type {
  ApiCatalogue,
  ApiPathFacts,
  ConsoleHistoryLine,
  ConsoleRequest,
  CopyForm,
} from '../../vault/console.ts';
import type { Call, InSession } from './call.ts';

export interface ConsoleCalls {
  /** Changing or destructive requests are confirmed in the prompt. Never repeated; responses are never discarded. */
  'console.send': Call<InSession & { readonly request: ConsoleRequest }, AnswerView>;
  /** The paths of the server's OpenAPI document that the token can see. */
  'console.catalogue': Call<InSession, ApiCatalogue>;
  'console.path': Call<InSession & { readonly path: string }, ApiPathFacts>;
  /** The path's own help (`?help=1`), which never runs the path. */
  'console.help': Call<InSession & { readonly path: string }, { readonly text: string }>;
  /** The request as a command of another tool, which reads credentials from the environment or standard input. */
  'console.copyAs': Call<
    InSession & { readonly request: ConsoleRequest; readonly form: CopyForm },
    { readonly text: string }
  >;
  'console.history': Call<InSession, readonly ConsoleHistoryLine[]>;
}
