import type { RangeText, ReceiptText } from '../src/index.ts';

/**
 * Evidence of version 1, written by the code of that time. It must verify for ever, byte for byte; never generate it anew.
 */
export const VERSION_1: {
  /** Bytes and hash of the second block's header. */
  readonly headerBytes: string;
  readonly blockHash: string;
  readonly range: RangeText;
  readonly receipt: ReceiptText;
} = {
  headerBytes:
    '02010000000000000002000001a0c4506d9900000002f24eed18af3bdd2bd8a3b7d2ed114db24dbf9d5076ee6f88b23d3e8acdf0eba65b31c45ddc81765a83ff58f264d531a97be04be003cdabaaf532a0c50c15b450fe812c12f3ab4ce6',
  blockHash: 'e8750a6af46beebb86142b2c1217f5939dfbac9f5e420085b8b2e922d787c515',
  range: {
    from: 1,
    to: 3,
    keys: [
      {
        id: 'fe812c12f3ab4ce6',
        public_key: 'ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c',
        from_block: 1,
      },
    ],
    heads: [
      {
        number: 3,
        hash: '3c4ab79fb49d8d753aa4a0e3765a95ef88c489ea7bc5d1ee210098e9e8763ccd',
      },
    ],
    list: [
      {
        number: 1,
        at: 1790000000209,
        count: 2,
        root: '437d87286c3845ab6e5bde279966be82aed17153b290178b94d1216c5f2905d7',
        previous: '0000000000000000000000000000000000000000000000000000000000000000',
        key: 'fe812c12f3ab4ce6',
        signature:
          'f9ca2aac66561698d9d6cb5063f36b730de767c7241f8d2bd82218c25600c459ee8136af8017a31e4c2dfe0382e371672c5b51bd93b356dd3a30336b6dc68106',
        body: '010101c8d9c1a28c3403899506128580c0c5bd8da4c4a6010300cf0f0000001e00d00f3c01ac0201c8d9c1a28c340381b518128580c0c5bd8da4c4a6010300cf0f0000001e00d00f3c',
      },
      {
        number: 2,
        at: 1790000000409,
        count: 2,
        root: 'f24eed18af3bdd2bd8a3b7d2ed114db24dbf9d5076ee6f88b23d3e8acdf0eba6',
        previous: '5b31c45ddc81765a83ff58f264d531a97be04be003cdabaaf532a0c50c15b450',
        key: 'fe812c12f3ab4ce6',
        signature:
          'd190f8788655453ce2ffbfe8dde4b795a8f27d15d6a5c06eceae010da0eb3cccdcf500b741fd625fd549c9bb3e480f197cb9dad224afe56bb79469346cdc6d0c',
        body: '01010290dbc1a28c34038a9506128580c0c5bd8da4c4a6010300cf0f0000001e00d00f3c01ac020290dbc1a28c340382b518128580c0c5bd8da4c4a6010300cf0f0000001e00d00f3c',
      },
      {
        number: 3,
        at: 1790000000609,
        count: 2,
        root: 'd818a658573dda1019a9d4123879d67ca4b9985872ad16c4e27e29fc83a49ed1',
        previous: 'e8750a6af46beebb86142b2c1217f5939dfbac9f5e420085b8b2e922d787c515',
        key: 'fe812c12f3ab4ce6',
        signature:
          '0c33e53ebab4b9727aa41b7b2b289020835fdf79e25899eaf88190c1134e486ae90d523380acb51d6d71cb3b401eb8ad3515ee89569084fd78f5b7dcf2633803',
        body: '010103d8dcc1a28c34038b9506128580c0c5bd8da4c4a6010300cf0f0000001e00d00f3c01ac0203d8dcc1a28c340383b518128580c0c5bd8da4c4a6010300cf0f0000001e00d00f3c',
      },
    ],
  },
  receipt: {
    kind: 'spot.house_fill',
    body: {
      rule: 'house-ladder',
      version: 1,
      book: 'real',
      taken: 27,
      fill: {
        id: '227794331736473605',
        market: 300,
        symbol: 'BTC/USDT',
        side: 'buy',
        houseTook: false,
        price: '400.81',
        quantity: '0.2',
      },
      tick: {
        market: 300,
        seq: 2,
        price: '400.002',
        block: 2,
      },
      inventory: {
        base: '500',
        quote: '5000',
      },
      settings: {
        version: 4,
        levels: 5,
        spread_rate: '0.001',
        step_rate: '0.001',
        level_worth: '1000',
        inventory_max: '100000',
      },
      grid: {
        price_tick: '0.01',
        lot: '0.1',
      },
    },
    settings: {
      version: 4,
      value: {
        levels: 5,
        spread_rate: '0.001',
        step_rate: '0.001',
        level_worth: '1000',
        inventory_max: '100000',
      },
    },
    proof: {
      keys: [
        {
          id: 'fe812c12f3ab4ce6',
          public_key: 'ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c',
          from_block: 1,
        },
      ],
      heads: [
        {
          number: 3,
          hash: '3c4ab79fb49d8d753aa4a0e3765a95ef88c489ea7bc5d1ee210098e9e8763ccd',
        },
      ],
      market: 300,
      seq: 2,
      index: 1,
      leaf: '01ac020290dbc1a28c340382b518128580c0c5bd8da4c4a6010300cf0f0000001e00d00f3c',
      path: ['a86bd00ee37a43f83f7626eea128c5e3ca87753098bbb47c39e586c505bde5ff'],
      header: {
        number: 2,
        at: 1790000000409,
        count: 2,
        root: 'f24eed18af3bdd2bd8a3b7d2ed114db24dbf9d5076ee6f88b23d3e8acdf0eba6',
        previous: '5b31c45ddc81765a83ff58f264d531a97be04be003cdabaaf532a0c50c15b450',
        key: 'fe812c12f3ab4ce6',
      },
      signature:
        'd190f8788655453ce2ffbfe8dde4b795a8f27d15d6a5c06eceae010da0eb3cccdcf500b741fd625fd549c9bb3e480f197cb9dad224afe56bb79469346cdc6d0c',
      after: [
        {
          number: 3,
          at: 1790000000609,
          count: 2,
          root: 'd818a658573dda1019a9d4123879d67ca4b9985872ad16c4e27e29fc83a49ed1',
          previous: 'e8750a6af46beebb86142b2c1217f5939dfbac9f5e420085b8b2e922d787c515',
          key: 'fe812c12f3ab4ce6',
        },
      ],
    },
  },
};
