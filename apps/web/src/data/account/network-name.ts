import { type Chain, NETWORKS } from '@app/domain/payee';

/** Returns the proper name of a network, the same in every language. */
export const networkName = (chain: Chain): string => NETWORKS[chain];

/** Returns it with the name wallets use for its tokens: Ethereum (ERC20). Bitcoin has one name. */
export const networkWithStandard = (chain: Chain): string =>
  chain === 'BTC' ? NETWORKS.BTC : `${NETWORKS[chain]} (${chain})`;
