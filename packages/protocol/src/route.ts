import type { StepUpPolicy } from '@app/domain/auth';
import type * as z from 'zod/mini';
import type { CodePurpose } from './code-purposes.ts';
import type { RefusalCode } from './errors/catalogue.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call. Staff routes live in the admin process and name the role. */
export type Access = 'visitor' | 'user' | 'kyc1' | 'kyc2' | 'merchant' | 'trader' | `staff:${string}`;

export type Route<Request extends z.ZodMiniObject = z.ZodMiniObject, Response extends z.ZodMiniType = z.ZodMiniType> = {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly access: Access;
  /** One sentence for the reader of the API page. */
  readonly says: string;
  readonly request: Request;
  readonly response: Response;
  /** What it can refuse beyond what every route can. */
  readonly refusals: readonly RefusalCode[];
  /** Changes something that must happen once: takes an `Idempotency-Key`. */
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
