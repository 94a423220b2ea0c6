import type { Brand } from './brand.ts';

/** Key of one visitor in a counter. */
export type AddressKey = Brand<string, 'AddressKey'>;

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/** Returns an IPv4 address, or the /64 of an IPv6 one: a client with one address there controls all of them. */
export function addressKey(ip: string): AddressKey {
  const plain = MAPPED.exec(ip)?.[1] ?? ip;
  if (!plain.includes(':')) return plain as AddressKey; // Brand created here.
  const groups = expand(plain.toLowerCase().replace(/%.*$/, ''));
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64` as AddressKey; // Brand created here.
}

/** Expands the zeros that `::` abbreviates. */
function expand(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail === undefined) return left;
  const right = tail === '' ? [] : tail.split(':');
  return [...left, ...Array.from({ length: GROUPS - left.length - right.length }, () => '0'), ...right];
}
