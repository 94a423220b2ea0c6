/** What the browser tells about itself. */
export type Device = {
  readonly isStandalone: boolean;
  readonly hasOffer: boolean;
  readonly userAgent: string;
  readonly touchPoints: number;
};

/** `prompt`: one press. `ios` and `menu`: by hand. `desktop`: better on the phone. */
export type InstallMethod = 'installed' | 'prompt' | 'ios' | 'menu' | 'desktop';

const IOS = /iPad|iPhone|iPod/;
const PHONE = /Android|Mobile/;

/** How this device gets the app onto its home screen. An iPad calls itself a Mac, but a Mac has no touch screen. */
export function installMethod({ isStandalone, hasOffer, userAgent, touchPoints }: Device): InstallMethod {
  if (isStandalone) return 'installed';
  if (hasOffer) return 'prompt';
  if (IOS.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1)) return 'ios';
  return PHONE.test(userAgent) ? 'menu' : 'desktop';
}
