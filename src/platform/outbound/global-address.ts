import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 networks that do not belong to hosts on the public internet. */
const NOT_GLOBAL_V4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carriers' own
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, metadata of cloud machines
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
];

/** All global IPv6 addresses so far are in this range: mapped, translated and tunnelled IPv4 addresses are not. */
const GLOBAL_V6 = '2000::/3';

/** Parts of it that are not addresses of hosts, or contain an IPv4 address. */
const NOT_GLOBAL_V6 = [
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3fff::/20', // documentation
];

const refusedV4 = blockList(NOT_GLOBAL_V4, 'ipv4');
const grantedV6 = blockList([GLOBAL_V6], 'ipv6');
const refusedV6 = blockList(NOT_GLOBAL_V6, 'ipv6');

/** Whether an address in standard notation, as returned by resolvers and URL parsers, is public. */
export function isGlobalAddress(address: string): boolean {
  if (isIPv4(address)) return !refusedV4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return grantedV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6');
}

function blockList(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
