import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapsUrl, type Place, placeFields, readCoordinates, readPlace } from './place.ts';

const degrees = (max: number) => fc.integer({ min: -max * 10_000, max: max * 10_000 }).map((it) => it / 10_000);
const words = fc.stringMatching(/^[A-Za-zÀ-ž0-9&#?=/%+ .,-]{1,60}$/).map((text) => text.trim());
const place: fc.Arbitrary<Place> = fc
  .record({
    name: words,
    address: words,
    at: fc.option(fc.record({ latitude: degrees(90), longitude: degrees(180) }), { nil: undefined }),
  })
  .filter(({ address, at }) => address !== '' || at !== undefined);
const read = (search: string) => readPlace(new URLSearchParams(search));

describe('a place in an address of the app', () => {
  it('is the same after it was written and read', () => {
    fc.assert(
      fc.property(place, (it) => {
        expect(readPlace(new URLSearchParams(placeFields(it)))).toEqual(it);
      }),
    );
  });

  it('always leads to the map site, whatever it is called', () => {
    fc.assert(
      fc.property(place, (it) => {
        const { protocol, host, username } = new URL(mapsUrl(it));
        expect([protocol, host, username]).toEqual(['https:', 'www.openstreetmap.org', '']);
      }),
    );
  });

  it.each([
    '',
    'name=Office',
    'address=%20%00',
    'latitude=91&longitude=0',
    'latitude=0&longitude=181',
    'latitude=1',
    'latitude=0x10&longitude=1',
    'latitude=1e2&longitude=1',
    `address=${'x'.repeat(301)}`,
  ])('given %j, then there is no place', (search) => {
    expect(read(search)).toBeUndefined();
  });

  it('given the short names of coordinates, then they are read too', () => {
    expect(read('lat=41.0082&lng=28.9784')).toEqual({
      name: '',
      address: '',
      at: { latitude: 41.0082, longitude: 28.9784 },
    });
  });

  it('given an address and wrong coordinates, then the address is kept', () => {
    expect(read('address=1+Main+St&latitude=x&longitude=y')).toEqual({ name: '', address: '1 Main St', at: undefined });
  });

  it('given control characters, then they become spaces', () => {
    expect(read('address=1+Main%0ASt')?.address).toBe('1 Main St');
  });
});

describe('typed coordinates', () => {
  it.each(['41.0082, 28.9784', '41.0082,28.9784', ' -90 , 180 '])('given %j, then they are read', (typed) => {
    expect(readCoordinates(typed)).toBeDefined();
  });

  it.each(['', '41.0082', '41;28', '91, 0', '0, -181', '1, 2, 3', 'north, east'])(
    'given %j, then they are not coordinates',
    (typed) => {
      expect(readCoordinates(typed)).toBeUndefined();
    },
  );
});
