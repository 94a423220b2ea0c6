import type { RefusalBody } from '@app/protocol';

/** The server said no, in the user's language; `code` is for rules, `fields` for where to show it. */
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

/** No answer: the network, a proxy or a time-out. Nothing is known of a call that changes something. */
export class NoResponse extends Error {
  /** Of a call with an effect: with it the same question can be asked again. */
  readonly key: string | undefined;

  constructor(cause?: unknown, key?: string) {
    super('no answer', { cause });
    this.name = 'NoResponse';
    this.key = key;
  }
}

/** A refusal as any server sends it: a newer one may know codes that this app does not. */
export type RefusedBody = Pick<RefusalBody, 'type' | 'message' | 'params' | 'fields'> & { error: string };

export const isRefusedBody = (body: unknown): body is RefusedBody =>
  typeof body === 'object' &&
  body !== null &&
  'message' in body &&
  typeof body.message === 'string' &&
  'error' in body &&
  typeof body.error === 'string';
