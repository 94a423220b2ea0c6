/** Test tier that has to detect a fault: one of the commands of `tiers.ts`. */
export type Tier = 'check' | 'unit' | 'db' | 'e2e' | 'pages' | 'trials' | 'bench';

/** Small mistake as a developer might make it. It passes the type check, except where `check` itself is tested. */
export type Fault = {
  readonly name: string;
  readonly file: string;
  /** Occurs once in the file. */
  readonly find: string;
  readonly replace: string;
  readonly tiers: readonly [Tier, ...Tier[]];
  /** Parts of the paths of test files, routes, or `torture <name>`, `proof <name>`, `bench <name>`. */
  readonly expects: readonly [string, ...string[]];
};

/**
 * Faults chosen before anything was run against them, one per source directory. None is removed because nothing detects
 * it.
 */
export const FAULTS: readonly Fault[] = [
  {
    name: 'rule-reads-the-clock',
    file: 'packages/domain/src/limits/check-personal-limits.ts',
    find: 'limits.coolOffUntilMs, action.nowMs',
    replace: 'limits.coolOffUntilMs, Date.now()',
    tiers: ['check'],
    expects: ['packages/domain/src/limits/check-personal-limits.ts'],
  },

  {
    name: 'id-repeats-when-clock-steps-back',
    file: 'packages/base/src/ids.ts',
    find: 'nowMs > lastMs ? 0',
    replace: 'nowMs !== lastMs ? 0',
    tiers: ['unit'],
    expects: ['packages/base/src/ids.test.ts'],
  },
  {
    name: 'fee-rounded-down',
    file: 'packages/money/src/exact-fee.ts',
    find: "divideRounded(exact, ONE, 'up')",
    replace: "divideRounded(exact, ONE, 'down')",
    tiers: ['unit'],
    expects: ['packages/money/src/exact-fee.test.ts'],
  },
  {
    name: 'largest-order-by-maker-fee',
    file: 'packages/domain/src/spot/largest-order.ts',
    find: 'max(fees.maker, fees.taker)',
    replace: 'fees.maker',
    tiers: ['unit'],
    expects: ['packages/domain/src/spot/largest-order.test.ts'],
  },
  {
    name: 'liquidation-forgets-the-closing-fee',
    file: 'packages/domain/src/contract/liquidation-price.ts',
    find: '{ rate: add(rate, closeFeeRate), deduction }',
    replace: '{ rate, deduction }',
    tiers: ['unit'],
    expects: ['packages/domain/src/contract/'],
  },
  {
    name: 'old-block-closes-a-position',
    file: 'apps/server/src/modules/contract/trading/deals.ts',
    find: 'sealedMs > changedMs;',
    replace: 'sealedMs > changedMs - 60_000;',
    tiers: ['unit'],
    expects: ['apps/server/src/modules/contract/trading/'],
  },
  {
    name: 'market-open-at-its-close',
    file: 'packages/domain/src/market/hours.ts',
    find: 'intoWeek < to',
    replace: 'intoWeek <= to',
    tiers: ['unit'],
    expects: ['packages/domain/src/market/hours.test.ts'],
  },
  {
    name: 'level-keeps-filled-lots',
    file: 'packages/matching/src/book-side.ts',
    find: 'node.level.lots -= lots;',
    replace: '',
    tiers: ['unit'],
    expects: ['packages/matching/src/'],
  },
  {
    name: 'channel-gap-not-noticed',
    file: 'packages/protocol/src/socket/channel-reader.ts',
    find: 'frame.prev === seq ?',
    replace: 'BigInt(frame.prev) >= BigInt(seq) ?',
    tiers: ['unit'],
    expects: ['packages/protocol/src/socket/channel-reader.test.ts'],
  },
  {
    name: 'amount-takes-one-place-too-many',
    file: 'packages/ui/src/entry/amount/amount-entry.ts',
    find: 'decimals.slice(0, places)',
    replace: 'decimals.slice(0, places + 1)',
    tiers: ['unit'],
    expects: ['packages/ui/src/entry/amount/amount-entry.test.ts'],
  },
  {
    name: 'balance-gap-applied',
    file: 'apps/web/src/features/wallet/assets/balance-updates.ts',
    find: "relation === 'gap' || !isKnown",
    replace: '!isKnown',
    tiers: ['unit'],
    expects: ['apps/web/src/features/wallet/assets/balance-updates.test.ts'],
  },

  {
    name: 'repeated-transfer-called-new',
    file: 'apps/server/src/modules/ledger/ledger.ts',
    find: 'return fresh.map(({ transfer })',
    replace: 'return postings.map(({ transfer })',
    tiers: ['db'],
    expects: ['apps/server/src/modules/ledger/'],
  },
  {
    name: 'replaced-token-lives-on',
    file: 'apps/server/src/modules/auth/session/session.store.ts',
    find: 't.ends_at > c.now',
    replace: 't.ends_at > s.signed_in_at',
    tiers: ['db'],
    expects: ['apps/server/src/modules/auth/session/'],
  },
  {
    name: 'new-device-not-announced',
    file: 'apps/server/src/modules/auth/account/login.ts',
    find: 'if (isNewDevice)',
    replace: 'if (!isNewDevice)',
    tiers: ['db'],
    expects: ['apps/server/src/modules/auth/account/login.db.test.ts', 'auth/code/security-notices.db.test.ts'],
  },
  {
    name: 'frozen-money-may-be-moved',
    file: 'apps/server/src/modules/wallet/change-wallet.ts',
    find: 'checkChange(command, source.available)',
    replace: 'checkChange(command, add(source.available, source.frozen))',
    tiers: ['db'],
    expects: ['apps/server/src/modules/wallet/wallet.db.test.ts'],
  },
  {
    name: 'last-notice-stays-unread',
    file: 'apps/server/src/modules/notify/notice.store.ts',
    find: ' and id <= ',
    replace: ' and id < ',
    tiers: ['db'],
    expects: ['apps/server/src/modules/notify/notices.db.test.ts'],
  },
  {
    name: 'page-of-fills-that-is-empty',
    file: 'apps/server/src/modules/spot/list-fills.ts',
    find: 'rows.length > limit ?',
    replace: 'rows.length >= limit ?',
    tiers: ['db'],
    expects: ['apps/server/src/modules/spot/list-fills.db.test.ts'],
  },
  {
    name: 'inventory-moves-the-wrong-way',
    file: 'apps/server/src/modules/spot/trading/settle-fill.ts',
    find: "(side === 'buy') === isTaker",
    replace: "(side === 'buy') !== isTaker",
    tiers: ['db'],
    expects: ['apps/server/src/modules/spot/trading/'],
  },
  {
    name: 'block-earlier-than-the-one-before',
    file: 'apps/server/src/modules/market/block/seal-block.ts',
    find: 'Math.max(atMs, chain.atMs, ',
    replace: 'Math.max(atMs, ',
    tiers: ['db'],
    expects: ['apps/server/src/modules/market/block/'],
  },
  {
    name: 'failed-read-of-settings-cached',
    file: 'apps/server/src/modules/reference/settings.ts',
    find: 'cached = undefined;',
    replace: '',
    tiers: ['db'],
    expects: ['apps/server/src/modules/reference/'],
  },

  {
    name: 'tab-forgets-where-it-was-scrolled',
    file: 'apps/web/src/app/frame.tsx',
    find: 'scrollKey={isTab(pathname) ? pathname : key}',
    replace: 'scrollKey={isTab(pathname) ? key : pathname}',
    tiers: ['e2e'],
    expects: ['apps/e2e/frame.spec.ts'],
  },
  {
    name: 'cache-of-the-other-book-kept',
    file: 'apps/web/src/data/session/change-mode.ts',
    find: 'queryClient.clear();',
    replace: 'void queryClient.invalidateQueries();',
    tiers: ['e2e'],
    expects: ['apps/e2e/books.spec.ts'],
  },
  {
    name: 'lost-answer-never-checked',
    file: 'apps/web/src/features/spot/live/live-orders.ts',
    find: 'void left.check();',
    replace: '',
    tiers: ['e2e'],
    expects: ['apps/e2e/spot.spec.ts'],
  },
  {
    name: 'authenticator-step-never-opens',
    file: 'apps/web/src/features/auth/entry/login-screen.tsx',
    find: 'if (needsAuthenticator(error))',
    replace: "if (needsAuthenticator(error) && password === '')",
    tiers: ['e2e'],
    expects: ['apps/e2e/accounts.spec.ts'],
  },
  {
    name: 'bell-ignores-what-is-pushed',
    file: 'apps/web/src/features/notify/use-unread.ts',
    find: 'const receive = () => {\n    refresh();',
    replace: 'const receive = () => {',
    tiers: ['e2e'],
    expects: ['apps/e2e/home.spec.ts'],
  },
  // Three defects that were taken for flakes of a busy machine when they struck.
  {
    name: 'missed-frames-forgotten',
    file: 'apps/server/src/gateway/sessions.ts',
    find: 'if (hasMissed === true) return false;',
    replace: 'if (hasMissed === true) void hasMissed;',
    tiers: ['db'],
    expects: ['apps/server/src/gateway/gateway.db.test.ts'],
  },
  {
    name: 'placeholder-made-anew-while-costs-are-slow',
    file: 'apps/web/src/data/account/costs.ts',
    find: `queryFn: ({ signal }) => call(listHoldings, {}, { signal }),
    select: byCurrency,
    enabled: !isVisitor(scope) && seq !== undefined,
    staleTime: KEPT_MS,
    placeholderData: costsBefore,`,
    replace: `queryFn: ({ signal }) =>
      new Promise((go) => setTimeout(go, 3_000)).then(() => call(listHoldings, {}, { signal })),
    select: byCurrency,
    enabled: !isVisitor(scope) && seq !== undefined,
    staleTime: KEPT_MS,
    placeholderData: (before, query) => costsBefore(before, query),`,
    tiers: ['e2e'],
    expects: ['apps/e2e/thin-path.spec.ts'],
  },
  {
    name: 'first-screen-not-kept-offline',
    file: 'apps/web/offline.config.ts',
    find: '(?:home|coming)-screen',
    replace: '(?:start|coming)-screen',
    tiers: ['e2e'],
    expects: ['apps/e2e/offline.spec.ts'],
  },

  {
    name: 'korean-tab-too-long',
    file: 'packages/i18n/src/system/kor.json',
    find: '"tab.contract": "선물"',
    replace: '"tab.contract": "무기한선물계약거래소"',
    tiers: ['pages'],
    expects: ['transaction/contract', 'fund/assets'],
  },
  {
    name: 'chart-tool-without-a-name',
    file: 'apps/web/src/features/market/chart/chart-frames.tsx',
    find: 'aria-label={label}',
    replace: 'title={isOpen ? label : undefined}',
    tiers: ['pages'],
    expects: ['transaction/index'],
  },
  {
    name: 'choice-wider-than-a-small-phone',
    file: 'apps/web/src/features/proof/check/verify-screen.tsx',
    find: '<div className="px-gutter pt-2 pb-2">',
    replace: '<div className="min-w-82 px-gutter pt-2 pb-2">',
    tiers: ['pages'],
    expects: ['plus/verify'],
  },

  {
    name: 'answer-before-commit',
    file: 'apps/server/src/engine/batch.ts',
    find: 'const [, noteProgress] = await pipelined([',
    replace:
      'for (const { pending, reply } of decided.settled) leadership.queue.settle(pending, reply);\n    const [, noteProgress] = await pipelined([',
    tiers: ['trials'],
    expects: ['torture spot'],
  },
  {
    name: 'lease-held-at-any-epoch',
    file: 'apps/server/src/platform/db/lease.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: It is the text of a source file.
    find: ' and epoch = ${lease.epoch} and pid = pg_backend_pid() for no key update',
    replace: ' for no key update',
    tiers: ['trials'],
    expects: ['torture lease'],
  },
  {
    name: 'refusal-not-described',
    file: 'packages/protocol/src/openapi.ts',
    find: 'Map.groupBy(refusalsOf(route), ',
    replace: 'Map.groupBy([...refusalsOf(route)].slice(1), ',
    tiers: ['trials'],
    expects: ['proof api'],
  },
  {
    name: 'answer-with-another-code',
    file: 'apps/server/src/platform/http/serve.ts',
    find: "type: 'ok', code: 1, message: 'ok', data",
    replace: "type: 'ok', code: 2, message: 'ok', data",
    tiers: ['trials'],
    expects: ['proof api'],
  },
  {
    name: 'published-hash-not-compared',
    file: 'packages/verifier/src/check-blocks.ts',
    find: 'isSame(it.hash, hash)',
    replace: 'it.hash.length === hash.length',
    tiers: ['trials'],
    expects: ['proof tampering'],
  },

  {
    name: 'entry-reads-every-transfer-of-its-batch',
    file: 'apps/server/migrations/0029_ledger_rights.sql',
    find: 'left join ledger_transfer t on t.id = n.transfer',
    replace: 'left join ledger_transfer t on t.id = n.transfer and t.xid = pg_current_xact_id()',
    tiers: ['bench'],
    expects: ['bench ledger'],
  },
];
