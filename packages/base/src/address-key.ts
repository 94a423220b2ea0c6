import type { Brand } from './brand.ts';

/** What stands for one visitor in a counter. */
export type AddressKey = Brand<string, 'AddressKey'>;

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/** An IPv4 address, or the /64 of an IPv6 one: whoever has one address there has all of them. */
export function addressKey(ip: string): AddressKey {
  const plain = MAPPED.exec(ip)?.[1] ?? ip;
  if (!plain.includes(':')) return plain as AddressKey; // The brand's origin.
  const groups = expand(plain.toLowerCase().replace(/%.*$/, ''));
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64` as AddressKey; // The brand's origin.
}

/** Writes out the zeros that `::` leaves away. */
function expand(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail === undefined) return left;
  const right = tail === '' ? [] : tail.split(':');
  return [...left, ...Array.from({ length: GROUPS - left.length - right.length }, () => '0'), ...right];
}
