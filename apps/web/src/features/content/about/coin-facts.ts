/** Lasting facts about what a market prices. Figures that change by the day, such as a supply so far, are left out. */
export type CoinFact = {
  readonly site?: string;
  readonly explorer?: string;
  /** Year in which the coin could first be owned. */
  readonly year?: number;
  /** Upper limit that the coin's own rules fix. */
  readonly supply?: string;
};

/** By the code of what is priced; each has a sentence in the texts of `coin`. Currencies need none (`useAbout`). */
export const COIN_FACTS = {
  BTC: { site: 'https://bitcoin.org', explorer: 'https://mempool.space', year: 2009, supply: '21,000,000' },
  ETH: { site: 'https://ethereum.org', explorer: 'https://etherscan.io', year: 2015 },
  SOL: { site: 'https://solana.com', explorer: 'https://explorer.solana.com', year: 2020 },
  XRP: { site: 'https://xrpl.org', explorer: 'https://livenet.xrpl.org', year: 2012, supply: '100,000,000,000' },
  BNB: { site: 'https://www.bnbchain.org', explorer: 'https://bscscan.com', year: 2017 },
  DOGE: { site: 'https://dogecoin.com', explorer: 'https://blockchair.com/dogecoin', year: 2013 },
  ADA: { site: 'https://cardano.org', explorer: 'https://cardanoscan.io', year: 2017, supply: '45,000,000,000' },
  TRX: { site: 'https://tron.network', explorer: 'https://tronscan.org', year: 2017 },
  AVAX: { site: 'https://www.avax.network', explorer: 'https://snowtrace.io', year: 2020, supply: '720,000,000' },
  LINK: { site: 'https://chain.link', explorer: 'https://etherscan.io', year: 2017, supply: '1,000,000,000' },
  DOT: { site: 'https://polkadot.com', explorer: 'https://polkadot.subscan.io', year: 2020 },
  LTC: { site: 'https://litecoin.org', explorer: 'https://litecoinspace.org', year: 2011, supply: '84,000,000' },
  BCH: {
    site: 'https://bitcoincash.org',
    explorer: 'https://blockchair.com/bitcoin-cash',
    year: 2017,
    supply: '21,000,000',
  },
  UNI: { site: 'https://uniswap.org', explorer: 'https://etherscan.io', year: 2020 },
  ATOM: { site: 'https://cosmos.network', explorer: 'https://www.mintscan.io/cosmos', year: 2019 },
  XLM: { site: 'https://stellar.org', explorer: 'https://stellar.expert', year: 2014 },
  ETC: {
    site: 'https://ethereumclassic.org',
    explorer: 'https://etc.blockscout.com',
    year: 2016,
    supply: '210,700,000',
  },
  FIL: { site: 'https://filecoin.io', explorer: 'https://filfox.info', year: 2020, supply: '2,000,000,000' },
  NEAR: { site: 'https://near.org', explorer: 'https://nearblocks.io', year: 2020 },
  APT: { site: 'https://aptosfoundation.org', explorer: 'https://explorer.aptoslabs.com', year: 2022 },
  ARB: { site: 'https://arbitrum.foundation', explorer: 'https://arbiscan.io', year: 2023 },
  OP: { site: 'https://www.optimism.io', explorer: 'https://optimistic.etherscan.io', year: 2022 },
  SUI: { site: 'https://sui.io', explorer: 'https://suiscan.xyz', year: 2023, supply: '10,000,000,000' },
  AAVE: { site: 'https://aave.com', explorer: 'https://etherscan.io', year: 2020, supply: '16,000,000' },
  ICP: { site: 'https://internetcomputer.org', explorer: 'https://dashboard.internetcomputer.org', year: 2021 },
  HBAR: { site: 'https://hedera.com', explorer: 'https://hashscan.io', year: 2019, supply: '50,000,000,000' },
  POL: { site: 'https://polygon.technology', explorer: 'https://polygonscan.com', year: 2023 },
  TON: { site: 'https://ton.org', explorer: 'https://tonviewer.com', year: 2021 },
  SHIB: { site: 'https://shib.io', explorer: 'https://etherscan.io', year: 2020 },
  PEPE: { site: 'https://www.pepe.vip', explorer: 'https://etherscan.io', year: 2023, supply: '420,690,000,000,000' },
  XAU: {},
  XAG: {},
  XPT: {},
  XPD: {},
  WTI: {},
  BRENT: {},
  NGAS: {},
  US500: {},
  US100: {},
  US30: {},
  GER40: {},
  UK100: {},
  JPN225: {},
  HK50: {},
  AAPL: { site: 'https://www.apple.com' },
  MSFT: { site: 'https://www.microsoft.com' },
  NVDA: { site: 'https://www.nvidia.com' },
  AMZN: { site: 'https://www.aboutamazon.com' },
  GOOGL: { site: 'https://abc.xyz' },
  META: { site: 'https://about.meta.com' },
  TSLA: { site: 'https://www.tesla.com' },
  NFLX: { site: 'https://about.netflix.com' },
  COIN: { site: 'https://www.coinbase.com' },
} as const satisfies Readonly<Record<string, CoinFact>>;

export type DescribedCoin = keyof typeof COIN_FACTS;

export const isDescribed = (code: string): code is DescribedCoin => Object.hasOwn(COIN_FACTS, code);
