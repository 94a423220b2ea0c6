import type { StepUpPolicy } from '@app/domain/auth';
import type { Product } from '@app/domain/reference';
import type { StaffRole } from '@app/domain/staff';
import type * as z from 'zod/mini';
import type { Access } from './access.ts';
import type { CodePurpose } from './code-purposes.ts';
import type { RefusalCode } from './errors/catalogue.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type Route<Request extends z.ZodMiniObject = z.ZodMiniObject, Response extends z.ZodMiniType = z.ZodMiniType> = {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly access: Access;
  /** Roles that reach a staff route; with one of them it is allowed. */
  readonly staffRoles?: readonly StaffRole[];
  /** Open to visitors, and knows the caller if a session is sent; an invalid one is refused. */
  readonly optionalSession?: true;
  /** One-sentence description for the API page. */
  readonly description: string;
  readonly request: Request;
  readonly response: Response;
  /** Refusals beyond those of every route. */
  readonly refusals: readonly RefusalCode[];
  /** Refusals for fields that are missing or malformed, by field; for any other field it is `parameter_error`. */
  readonly malformed?: Readonly<Record<string, RefusalCode>>;
  /** A risky product that must be running, and open in the caller's country. */
  readonly product?: Product;
  /** Has an effect that must happen once: requires an `Idempotency-Key`. */
  readonly effect?: true;
  /**
   * Called so often that its caller may be known from memory: a revoked session, a freeze, another level or country take
   * effect within a second instead of at once.
   */
  readonly usesKnownCaller?: true;
  /** Requires proof beyond the session; see `stepUpFields`. */
  readonly stepUp?: StepUp;
  /** Its body is a file (multipart, field `file`), and the response message contains the file's location. */
  readonly upload?: true;
  /** Its response is a file of this content type, without an envelope; refusals have one. */
  readonly download?: string;
  /** Not part of the specification. */
  readonly beyond?: true;
};

/** Required proof, and which mailed or texted code is accepted when sent in the call itself. */
export type StepUp = { readonly policy: StepUpPolicy; readonly codePurpose: CodePurpose };

/** Defines a route: the only description of a call, from which server, clients, tests and the API page derive. */
export const route = <Request extends z.ZodMiniObject, Response extends z.ZodMiniType>(
  definition: Route<Request, Response>,
): Route<Request, Response> => definition;

export type Input<R extends Route> = z.output<R['request']>;
export type Output<R extends Route> = z.output<R['response']>;
/** Fields of a call before they are encoded for the wire. */
export type Call<R extends Route> = z.output<R['request']>;
