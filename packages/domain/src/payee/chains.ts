/** Chains whose addresses can be checked (spec 3), by the names the tables use. */
export const CHAINS = ['BTC', 'ERC20', 'TRC20'] as const;
export type Chain = (typeof CHAINS)[number];

/** Names of the networks behind the chains: proper names, the same in every language. */
export const NETWORKS: Readonly<Record<Chain, string>> = { BTC: 'Bitcoin', ERC20: 'Ethereum', TRC20: 'Tron' };

export const isChain = (text: string): text is Chain => CHAINS.some((chain) => chain === text);
