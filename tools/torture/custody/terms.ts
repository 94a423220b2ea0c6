import type { SourcePatch } from '../source-patch.ts';

/** Constants shared by the rig and the custody it starts. */
export const CHAIN = 'ERC20';
export const CONFIRMATIONS = 4;
export const DEPTH_MAX = 20;
/** Of withdrawals: more than any reorganisation of the rig. */
export const FINAL_CONFIRMATIONS = 10;
export const USERS = 12;
/** They withdraw and never deposit: what they have is known without the chain. */
export const PAYERS = 3;
/** Of USDT, at the address that custody sends from before anything happens. */
export const HOT_UNITS = 10n ** 15n;
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
  /** Of the account that pays the gas of sweeps. */
  readonly gasKey: `0x${string}`;
  readonly fault: Fault | undefined;
};

/** Ends the process at the n-th time that it reaches one of the steps. */
export type Death = { readonly steps: readonly string[]; readonly turn: number };

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
    file: /\/sweep\/follow-sweeps\.ts$/,
    replace: [
      ['const AGAIN_SECONDS = 30;', 'const AGAIN_SECONDS = 1;'],
      ['newest.ageSeconds < replaceAfter', 'newest.ageSeconds < Math.min(replaceAfter, 1)'],
    ],
  },
  {
    file: /\/reconciliation\/create-reconciler\.ts$/,
    replace: [['const EVERY_MS = 8_000;', 'const EVERY_MS = 200;']],
  },
];

/** What custody reports: the end of a round, or where it kills itself. */
export type Report = { readonly error: string | undefined } | { readonly diesAt: string };

/** Shows where a backup is restored, and not on the chain. */
export const RESTORED = 'a restored database sends on';

/** Each removes one protection; the finding is what must reveal it. */
export const FAULTS = {
  'credit before confirmations': {
    finding: 'credited too early',
    patches: [
      {
        file: /\/deposit\/watch\/follow-chain\.ts$/,
        replace: [['{ head: last.number, confirmations }', '{ head: last.number, confirmations: 1 }']],
      },
    ],
  },
  'key by the log’s index in its block': {
    finding: 'credited under another key',
    patches: [
      {
        file: /\/custody\/chain\/evm-node\.ts$/,
        replace: [
          [
            'return logs.flatMap((log, ordinal) => {',
            'return logs.flatMap((log) => { const ordinal = Number(log.logIndex);',
          ],
        ],
      },
    ],
  },
  'reorganisations take nothing back': {
    finding: 'balance that the chain does not have',
    patches: [
      {
        file: /\/deposit\/watch\/watch\.store\.ts$/,
        replace: [
          ["d.state in ('seen', 'suspect', 'credited') order by d.id", "d.state in ('seen', 'suspect') order by d.id"],
        ],
      },
    ],
  },
  'events are believed without balances': {
    finding: 'credited though no coin moved',
    patches: [
      {
        file: /\/deposit\/watch\/note-block\.ts$/,
        replace: [['return isSound ? [] :', 'return isSound || true ? [] :']],
      },
    ],
  },
  'the first node is believed': {
    finding: 'not credited',
    patches: [
      {
        file: /\/custody\/chain\/agreed-chain\.ts$/,
        replace: [
          [
            'const answers = await Promise.all(nodes.map(ask));',
            'const answers = await Promise.all(nodes.slice(0, 1).map(ask));',
          ],
        ],
      },
    ],
  },
  'a replacement takes another nonce': {
    finding: 'coins that left twice',
    patches: [
      {
        file: /\/withdrawal\/send\/sign-next\.ts$/,
        replace: [
          [
            '{ networkId: plan.networkId, nonce, contract,',
            '{ networkId: plan.networkId, nonce: replaced === undefined ? nonce : nonce + 1, contract,',
          ],
        ],
      },
    ],
  },
  'a nonce is reused': {
    finding: 'withdrawal that did not end',
    patches: [
      {
        file: /\/withdrawal\/send\/sign-next\.ts$/,
        replace: [
          [
            '{ networkId: plan.networkId, nonce, contract,',
            '{ networkId: plan.networkId, nonce: Math.max(nonce - 1, 0), contract,',
          ],
        ],
      },
    ],
  },
  'a failed broadcast is sent once more': {
    finding: 'coins that left twice',
    patches: [
      {
        file: /\/withdrawal\/send\/sign-next\.ts$/,
        replace: [
          [
            "await onStep?.('stored');",
            `await onStep?.('stored');
    if ((await chain.send(raw)).length > 0)
      await chain.send((await signPayment(signer, { ...unsigned, nonce: nonce + 1 })).raw);`,
          ],
        ],
      },
    ],
  },
  [RESTORED]: {
    finding: 'coins that left twice',
    patches: [
      {
        file: /\/withdrawal\/send\/create-sender\.ts$/,
        replace: [['if (sent <= next) return next;', 'return Math.max(sent, next);']],
      },
      // The comparison of chain and books would stop it too.
      {
        file: /\/reconciliation\/create-reconciler\.ts$/,
        replace: [
          ["if (shortRounds > 0) return 'coins are missing';", ''],
          ['if (shortages.length === 0) soundMs', 'soundMs'],
          ['if (shortRounds < SHORT_ROUNDS) return;', 'if (shortRounds >= 0) return;'],
        ],
      },
    ],
  },
} as const satisfies Record<string, { finding: string; patches: readonly SourcePatch[] }>;
export type Fault = keyof typeof FAULTS;
