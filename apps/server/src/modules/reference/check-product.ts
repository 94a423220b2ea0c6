import { refuse } from '@app/base';
import { mayUse, productKillSwitch, productSwitch } from '@app/domain/reference';
import type { CheckProduct } from '../../platform/http/caller.ts';
import type { Settings } from './settings.ts';

/** Creates the check that a risky product is running, and open in the caller's country. */
export const createCheckProduct =
  (settings: Settings): CheckProduct =>
  async (product, country) => {
    const { value: isRunning } = await settings.read(productKillSwitch(product));
    if (!isRunning) return refuse('feature_unavailable');
    const { value: position } = await settings.read(productSwitch(product));
    return mayUse(position, country);
  };
