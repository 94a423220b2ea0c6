/** A place as an address of the app carries it. */
export type Place = {
  readonly name: string;
  readonly address: string;
  readonly at: Coordinates | undefined;
};
type Coordinates = { readonly latitude: number; readonly longitude: number };

export const NAME_MAX = 100;
export const ADDRESS_MAX = 300;

/** Removes control characters and surrounding space; an overlong text is not a name or an address. */
function plainText(text: string | null, max: number): string {
  const plain = (text ?? '').replace(/\p{C}+/gu, ' ').trim();
  return plain.length > max ? '' : plain;
}

const COORDINATE = /^-?\d{1,3}(?:\.\d{1,8})?$/;

/** Parses a latitude and a longitude; undefined unless both are numbers on the globe. */
function coordinatesOf(latitude: string, longitude: string): Coordinates | undefined {
  if (!COORDINATE.test(latitude) || !COORDINATE.test(longitude)) return undefined;
  const at = { latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(at.latitude) <= 90 && Math.abs(at.longitude) <= 180 ? at : undefined;
}

/** Parses coordinates as a user types them, `41.0082, 28.9784`. */
export function readCoordinates(text: string): Coordinates | undefined {
  const [latitude = '', longitude = '', ...more] = text.split(',').map((part) => part.trim());
  return more.length === 0 ? coordinatesOf(latitude, longitude) : undefined;
}

/** Reads a place from an address of the app; undefined if there is neither an address nor a point on the globe. */
export function readPlace(search: URLSearchParams): Place | undefined {
  const field = (...names: readonly string[]) =>
    names.map((name) => search.get(name)).find((it) => it !== null) ?? null;
  const at = coordinatesOf(field('latitude', 'lat') ?? '', field('longitude', 'lng') ?? '');
  const address = plainText(field('address'), ADDRESS_MAX);
  if (address === '' && at === undefined) return undefined;
  return { name: plainText(field('name'), NAME_MAX), address, at };
}

/** Returns the fields of a place for an address of the app; `readPlace` reads the same place from them. */
export const placeFields = ({ name, address, at }: Place): Record<string, string> => ({
  ...(name !== '' && { name }),
  ...(address !== '' && { address }),
  ...(at !== undefined && { latitude: String(at.latitude), longitude: String(at.longitude) }),
});

const MAPS = 'https://www.openstreetmap.org';
const ZOOM = 17;

/** Returns the page of a place on a map: its point if that is known, else a search for its address. */
export function mapsUrl({ address, at }: Place): string {
  if (at === undefined) return `${MAPS}/search?${new URLSearchParams({ query: address })}`;
  const { latitude, longitude } = at;
  const point = new URLSearchParams({ mlat: String(latitude), mlon: String(longitude) });
  return `${MAPS}/?${point}#map=${ZOOM}/${latitude}/${longitude}`;
}
