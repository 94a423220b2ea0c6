import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { type RefusedField, refusedField } from './refused-field.ts';

/** Returns the error text for the fields it belongs to. */
export function useErrorAt(error: Error | null): (...fields: readonly RefusedField[]) => string | undefined {
  const text = useText();
  return (...fields) =>
    error !== null && fields.includes(refusedField(error)) ? describeFailure(error, text) : undefined;
}
