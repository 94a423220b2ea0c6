import { describe, expect, it } from 'vitest';
import { maskedEmail, maskedMobile } from './masked-contact.ts';

describe('a masked account', () => {
  it.each([
    ['ann@example.com', 'a••@example.com'],
    ['a@example.com', 'a••@example.com'],
    ['“odd@name”@example.com', '“••@example.com'],
  ])('of %j shows %j', (email, expected) => {
    expect(maskedEmail(email)).toBe(expected);
  });

  it.each([
    ['4915112344711', '+49 ••• 4711'],
    ['12425551234', '+1242 ••• 1234'],
    ['15551234567', '+1 ••• 4567'],
    ['99912344711', '+ ••• 4711'],
  ])('of the number %j shows %j', (mobile, expected) => {
    expect(maskedMobile(mobile, ['1', '1242', '49', '4'])).toBe(expected.replaceAll(' ', '\u00a0'));
  });
});
