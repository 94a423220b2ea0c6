import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Peers allowed to state the origin of a request: our own proxies, by address or CIDR. */
export type TrustedProxies = (address: string | undefined) => boolean;

const IPV4_IN_IPV6 = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** Strips the prefix of an IPv4 peer, which a dual-stack socket shows as `::ffff:1.2.3.4`. */
const plain = (address: string | undefined): string => address?.replace(IPV4_IN_IPV6, '') ?? '';

/** Trusts networks such as `10.0.0.0/8` or `::1`: one address or one network each. Throws for anything else. */
export function trustProxies(networks: readonly string[]): TrustedProxies {
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string | undefined) => {
    const own = plain(address);
    const version = isIP(own);
    return version !== 0 && trusted.check(own, version === 6 ? 'ipv6' : 'ipv4');
  };
  // Behind proxies the same few addresses ask with every request.
  const known = new Map<string | undefined, boolean>();
  return (address) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    if (known.size >= KNOWN_MAX) known.clear();
    const result = isTrusted(address);
    known.set(address, result);
    return result;
  };
}

const KNOWN_MAX = 1_000;

/** Whether a text is a network that `trustProxies` accepts. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
}

/**
 * Returns the origin of a request: the last hop that is not one of our proxies. Entries before it in `X-Forwarded-For`
 * are the client's own claim, and so is everything after a hop that is not an address.
 */
export function clientAddress({ socket, headers }: IncomingMessage, isTrusted: TrustedProxies): string {
  const hops = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  let address = plain(socket.remoteAddress); // Missing if the client has disconnected.
  for (const hop of hops.reverse()) {
    const claimed = plain(hop.trim());
    if (!isTrusted(address) || isIP(claimed) === 0) break;
    address = claimed;
  }
  return address;
}
