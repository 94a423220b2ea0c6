import { describeFailure } from '../../../shared/describe-failure.ts';
import { useText } from '../../../shared/texts.ts';
import { type RefusedField, refusedField } from '../model/refused-field.ts';

/** Returns the error text for the fields it belongs to. */
export function useErrorAt(error: Error | null): (...fields: readonly RefusedField[]) => string | undefined {
  const text = useText();
  return (...fields) =>
    error !== null && fields.includes(refusedField(error)) ? describeFailure(error, text) : undefined;
}
