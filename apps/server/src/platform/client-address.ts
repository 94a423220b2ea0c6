import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Which peers may say where a request comes from: our own proxies, by address or CIDR. */
export type TrustedProxies = (address: string | undefined) => boolean;

const IPV4_IN_IPV6 = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** A socket that listens on both families shows an IPv4 peer as `::ffff:1.2.3.4`. */
const plain = (address: string | undefined): string => address?.replace(IPV4_IN_IPV6, '') ?? '';

/** `10.0.0.0/8`, `::1`: one address or one network. Throws for anything else. */
export function trustProxies(networks: readonly string[]): TrustedProxies {
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const own = plain(address);
    const version = isIP(own);
    return version !== 0 && trusted.check(own, version === 6 ? 'ipv6' : 'ipv4');
  };
}

/** Whether a text names a network that `trustProxies` takes. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
}

/**
 * Where a request comes from: the last hop that is not one of our proxies. What stands before it in `X-Forwarded-For` is the
 * client's own claim, and so is everything after a hop that is no address.
 */
export function clientAddress({ socket, headers }: IncomingMessage, isTrusted: TrustedProxies): string {
  const hops = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  let address = plain(socket.remoteAddress); // None where the client is gone already.
  for (const hop of hops.reverse()) {
    const claimed = plain(hop.trim());
    if (!isTrusted(address) || isIP(claimed) === 0) break;
    address = claimed;
  }
  return address;
}
