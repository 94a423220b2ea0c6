/** Browser properties the install method depends on. */
export type Device = {
  readonly isStandalone: boolean;
  readonly hasOffer: boolean;
  readonly userAgent: string;
  readonly touchPoints: number;
};

/** `prompt`: one press. `ios` and `menu`: manual steps. `desktop`: recommends the phone. */
export type InstallMethod = 'installed' | 'prompt' | 'ios' | 'menu' | 'desktop';

const IOS = /iPad|iPhone|iPod/;
const PHONE = /Android|Mobile/;

/**
 * Returns how this device adds the app to its home screen. An iPad reports itself as a Mac, but a Mac has no touch
 * screen.
 */
export function installMethod({ isStandalone, hasOffer, userAgent, touchPoints }: Device): InstallMethod {
  if (isStandalone) return 'installed';
  if (hasOffer) return 'prompt';
  if (IOS.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1)) return 'ios';
  return PHONE.test(userAgent) ? 'menu' : 'desktop';
}
