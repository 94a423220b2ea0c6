import type { RefusalBody } from '@app/protocol';

/** A refusal by the server, in the user's language; `code` is for logic, `fields` for where to show it. */
export class CallRefused extends Error {
  readonly code: string;
  readonly type: RefusalBody['type'];
  readonly params: Readonly<Record<string, string>>;
  readonly fields: readonly string[];

  constructor({ error, message, type, params = {}, fields = [] }: RefusedBody) {
    super(message);
    this.name = 'CallRefused';
    this.code = error;
    this.type = type;
    this.params = params;
    this.fields = fields;
  }
}

/** No response: network, proxy or timeout. The outcome of a call with an effect is unknown. */
export class NoResponse extends Error {
  /** Idempotency key of a call with an effect; allows the same request to be retried. */
  readonly key: string | undefined;

  constructor(cause?: unknown, key?: string) {
    super('no answer', { cause });
    this.name = 'NoResponse';
    this.key = key;
  }
}

/** A refusal as any server sends it: a newer server may use codes that this app does not have. */
export type RefusedBody = Pick<RefusalBody, 'type' | 'message' | 'params' | 'fields'> & { error: string };

export const isRefusedBody = (body: unknown): body is RefusedBody =>
  typeof body === 'object' &&
  body !== null &&
  'message' in body &&
  typeof body.message === 'string' &&
  'error' in body &&
  typeof body.error === 'string';
