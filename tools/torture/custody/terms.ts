import type { SourcePatch } from '../source-patch.ts';

/** Constants shared by the rig and the custody it starts. */
export const CHAIN = 'ERC20';
export const CONFIRMATIONS = 4;
export const DEPTH_MAX = 20;
/** Of withdrawals: more than any reorganisation of the rig. */
export const FINAL_CONFIRMATIONS = 7;
export const USERS = 12;
/** They withdraw and never deposit: what they have is known without the chain. */
export const PAYERS = 3;
/** Of a published test vector: never anything but a test. */
export const WORDS = `${'abandon '.repeat(11)}about`;

export type Plan = {
  readonly url: string;
  /** JSON-RPC of two nodes. */
  readonly nodes: readonly string[];
  readonly networkId: number;
  readonly usdt: string;
  /** Private key of the address that custody sends from. */
  readonly hotKey: `0x${string}`;
  readonly fault: Fault | undefined;
  /** Ends the process at the n-th time that it reaches the step. */
  readonly killAt?: { readonly step: string; readonly turn: number } | undefined;
};

/** What the rig changes in every build: seconds instead of half minutes. */
export const FASTER: readonly SourcePatch[] = [
  {
    file: /\/withdrawal\/send\/follow-payments\.ts$/,
    replace: [
      ['const AGAIN_SECONDS = 30;', 'const AGAIN_SECONDS = 1;'],
      ['newest.ageSeconds >= replaceAfter', 'newest.ageSeconds >= Math.min(replaceAfter, 1)'],
    ],
  },
  {
    file: /\/reconciliation\/create-reconciler\.ts$/,
    replace: [['const EVERY_MS = 8_000;', 'const EVERY_MS = 200;']],
  },
];

/** What custody reports after each of its rounds. */
export type RoundEnd = { readonly error: string | undefined };

/** Each removes one protection of deposits; the finding is what must reveal it. */
export const FAULTS = {
  'credit before confirmations': {
    finding: 'credited too early',
    patch: {
      file: /\/deposit\/watch\/follow-chain\.ts$/,
      replace: [['{ head: last.number, confirmations }', '{ head: last.number, confirmations: 1 }']],
    },
  },
  'key by the log’s index in its block': {
    finding: 'credited under another key',
    patch: {
      file: /\/custody\/chain\/evm-node\.ts$/,
      replace: [
        [
          'return logs.flatMap((log, ordinal) => {',
          'return logs.flatMap((log) => { const ordinal = Number(log.logIndex);',
        ],
      ],
    },
  },
  'reorganisations take nothing back': {
    finding: 'balance that the chain does not have',
    patch: {
      file: /\/deposit\/watch\/watch\.store\.ts$/,
      replace: [
        ["d.state in ('seen', 'suspect', 'credited') order by d.id", "d.state in ('seen', 'suspect') order by d.id"],
      ],
    },
  },
  'events are believed without balances': {
    finding: 'credited though no coin moved',
    patch: {
      file: /\/deposit\/watch\/note-block\.ts$/,
      replace: [['return isSound ? [] :', 'return isSound || true ? [] :']],
    },
  },
  'the first node is believed': {
    finding: 'not credited',
    patch: {
      file: /\/custody\/chain\/agreed-chain\.ts$/,
      replace: [
        [
          'const answers = await Promise.all(nodes.map(ask));',
          'const answers = await Promise.all(nodes.slice(0, 1).map(ask));',
        ],
      ],
    },
  },
  'a replacement takes another nonce': {
    finding: 'coins that left twice',
    patch: {
      file: /\/withdrawal\/send\/sign-next\.ts$/,
      replace: [
        [
          '{ networkId: plan.networkId, nonce, contract,',
          '{ networkId: plan.networkId, nonce: replaced === undefined ? nonce : nonce + 1, contract,',
        ],
      ],
    },
  },
} as const satisfies Record<string, { finding: string; patch: SourcePatch }>;
export type Fault = keyof typeof FAULTS;
