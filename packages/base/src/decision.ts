/** Result of a pure rule: the value, or a refusal that can be shown to the user. */
export type Decision<Value, Code extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: Code; readonly params?: RefusalParams };

/** Placeholders of a refusal's text: decimal text, names and counts, never a float. */
export type RefusalParams = Readonly<Record<string, string>>;

export const ok = <Value>(value: Value) => ({ ok: true, value }) as const;

export const refuse = <Code extends string>(code: Code, params?: RefusalParams) =>
  params === undefined ? ({ ok: false, code } as const) : ({ ok: false, code, params } as const);

/** The one error class for expected failures. Anything else that is thrown is a defect. */
export class Refusal<Code extends string = string> extends Error {
  readonly code: Code;
  readonly params: RefusalParams;

  constructor(code: Code, params: RefusalParams = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.params = params;
  }
}
