/** How far a person is verified. Before level 1 nothing is withdrawn and nothing traded for fiat (decisions, "KYC gate"). */
export const KYC_LEVELS = [0, 1, 2] as const;
export type KycLevel = (typeof KYC_LEVELS)[number];
