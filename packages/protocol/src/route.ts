import type { StepUpPolicy } from '@app/domain/auth';
import type { Product } from '@app/domain/reference';
import type * as z from 'zod/mini';
import type { Access } from './access.ts';
import type { CodePurpose } from './code-purposes.ts';
import type { RefusalCode } from './errors/catalogue.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type Route<Request extends z.ZodMiniObject = z.ZodMiniObject, Response extends z.ZodMiniType = z.ZodMiniType> = {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly access: Access;
  /** One sentence for the reader of the API page. */
  readonly description: string;
  readonly request: Request;
  readonly response: Response;
  /** What it can refuse beyond what every route can. */
  readonly refusals: readonly RefusalCode[];
  /** A risky product: it must be running, and open in the caller's country. */
  readonly product?: Product;
  /** Changes something that must happen once: requires an `Idempotency-Key`. */
  readonly effect?: true;
  /** Must be proven by more than the session; see `stepUpFields`. */
  readonly stepUp?: StepUp;
  /** Its body is a file (multipart, field `file`), and its answer's message says where the file now lies. */
  readonly upload?: true;
  /** Beyond the specification. */
  readonly beyond?: true;
};

/** What the caller must show, and which mailed or texted code counts when it comes along in the call itself. */
export type StepUp = { readonly policy: StepUpPolicy; readonly codePurpose: CodePurpose };

/** The only description of a call: server, clients, tests and the API page derive from it. */
export const route = <Request extends z.ZodMiniObject, Response extends z.ZodMiniType>(
  definition: Route<Request, Response>,
): Route<Request, Response> => definition;

export type Input<R extends Route> = z.output<R['request']>;
export type Output<R extends Route> = z.output<R['response']>;
/** What a caller writes: the fields before they are encoded for the wire. */
export type Call<R extends Route> = z.output<R['request']>;
