import { KYC_LEVELS, type KycLevel, kycSettings } from '@app/domain/kyc';
import { type Amount, ZERO } from '@app/money';
import type { Output } from '@app/protocol';
import type { getLevelList } from '@app/protocol/kyc';
import type { Settings } from '../reference/index.ts';

type Levels = Output<typeof getLevelList>;
type LimitSettings = typeof kycSettings.withdrawLimits;

/** Lists what each level allows. */
export async function listLevels(settings: Settings): Promise<Levels> {
  const describe = async (level: KycLevel): Promise<Levels['list'][number]> => ({
    level,
    withdraw_limit_btc: await readLimit(settings, level, kycSettings.withdrawLimits),
    fiat_limit_usdt: await readLimit(settings, level, kycSettings.fiatLimits),
  });
  return { list: await Promise.all(KYC_LEVELS.map(describe)) };
}

/** Reads a limit. Level 0 is not configurable: it allows nothing. */
async function readLimit(settings: Settings, level: KycLevel, limits: LimitSettings): Promise<Amount> {
  return level === 0 ? ZERO : (await settings.read(limits[level])).value;
}
