import { describe, expect, it } from 'vitest';
import { keptCountries, withChoice } from './chosen-country.ts';

const GERMANY = { code: 'DE', dial: '49' };
const NOTHING: ReturnType<typeof keptCountries> = { chosen: {}, recent: [] };

describe('chosen countries', () => {
  it('given a phone number of one country and a residence in another, then both are stored', () => {
    const kept = withChoice(withChoice(NOTHING, 'dial', GERMANY), 'residence', { code: 'AT', dial: '43' });
    expect(kept.chosen).toEqual({ dial: GERMANY, residence: { code: 'AT', dial: '43' } });
  });

  it('keep the latest first, each once and only a few', () => {
    const after = (codes: readonly string[]) =>
      codes.reduce((kept, code) => withChoice(kept, 'dial', { code, dial: '1' }), NOTHING).recent;
    expect(after(['DE', 'AT', 'DE'])).toEqual(['DE', 'AT']);
    expect(after(['DE', 'AT', 'FR', 'IT', 'ES'])).toEqual(['ES', 'IT', 'FR', 'AT']);
  });

  it.each([undefined, null, 'DE', { chosen: null }, { chosen: { dial: 'DE' }, recent: 'DE' }, { recent: [7] }])(
    'given %j on the device, then nothing is chosen',
    (kept) => {
      expect(keptCountries(kept)).toEqual(NOTHING);
    },
  );
});
