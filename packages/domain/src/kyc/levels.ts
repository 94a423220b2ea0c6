/** Verification level of a user. Below level 1 withdrawals and fiat trading are blocked (decisions, "KYC gate"). */
export const KYC_LEVELS = [0, 1, 2] as const;
export type KycLevel = (typeof KYC_LEVELS)[number];
