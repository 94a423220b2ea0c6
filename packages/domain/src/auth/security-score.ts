/** Protections of an account, as shown to its owner. */
export type SecurityFacts = {
  readonly hasTradePassword: boolean;
  readonly hasAuthenticator: boolean;
  readonly hasPasskey: boolean;
  readonly hasEmail: boolean;
  readonly hasMobile: boolean;
  readonly hasPhrase: boolean;
};

export type SecurityPoint = 'password' | 'trade_password' | 'second_step' | 'both_addresses' | 'phrase';

export type SecurityScore = {
  readonly points: number;
  readonly of: number;
  readonly done: Readonly<Record<SecurityPoint, boolean>>;
};

/** Scores one point for each protection, five in all; every account has the first, its password. */
export function securityScore(facts: SecurityFacts): SecurityScore {
  const done = {
    password: true,
    trade_password: facts.hasTradePassword,
    second_step: facts.hasAuthenticator || facts.hasPasskey,
    both_addresses: facts.hasEmail && facts.hasMobile,
    phrase: facts.hasPhrase,
  };
  const isDone = Object.values(done);
  return { points: isDone.filter(Boolean).length, of: isDone.length, done };
}
