import * as z from 'zod';
import { defineCommand, show } from '../kit/endpoint.ts';
import {
  email,
  flag,
  name,
  newPassword,
  otpCode,
  password,
  phoneText,
  picture,
  pin,
  text,
} from '../kit/scalars.ts';

/** The client that requests a session: `dashboard` refuses accounts without permissions. */
export const SOURCES = ['dashboard', 'website', 'iphone', 'android'] as const;
const source = z.enum(SOURCES).default('website');

/** How many pages an account may keep at the top of the menu. */
export const FAVOURITES_MAX = 6;

/**
 * Preferences that the browser stores for this account across devices: skin, density, digits, table columns, dismissed
 * first steps, favourite pages.
 */
export const preferences = z.object({
  skin: z.enum(['light', 'dark', 'system']).optional(),
  density: z.enum(['comfortable', 'compact']).optional(),
  digits: z.enum(['latn', 'arab']).optional(),
  menu: z.enum(['open', 'collapsed']).optional(),
  columns: z.record(z.string().max(60), z.array(z.string().max(60)).max(60)).optional(),
  /** The first steps of a new shop that this account has dismissed. */
  steps_aside: z.array(z.string().max(60)).max(20).optional(),
  /** The pages at the top of the menu, by the names of their routes. */
  favourites: z.array(z.string().max(60)).max(FAVOURITES_MAX).optional(),
});

/** The account's own profile. */
export const profile = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  email_verified: z.boolean(),
  phone_verified: z.boolean(),
  pending_email: z.string().nullable(),
  pending_phone: z.string().nullable(),
  avatar_url: z.string().nullable(),
  locale: z.enum(['ar', 'en', 'de']).nullable(),
  preferences,
  tour_version: z.number().int(),
  has_password: z.boolean(),
  /** True when the account has a PIN for approvals; the PIN itself is never returned. */
  has_pin: z.boolean(),
  must_change_password: z.boolean(),
  role: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  permissions: z.array(z.string()),
  /** True when the account sees all branches; otherwise `branches` lists them. */
  all_branches: z.boolean(),
  branches: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      /** Its time zone (IANA), which decides its current date. */
      timezone: z.string(),
    }),
  ),
  /** The shop's time zone (IANA), which decides the current date for all branches together. */
  timezone: z.string(),
  /** The weekday that starts the shop's weeks, 0 Saturday to 6 Friday. */
  week_start: z.number().int(),
  /** The shop's correction of the Hijri calendar in days. */
  hijri_offset: z.number().int(),
  /** When the shop's business day ends, after midnight. */
  day_end: z.string(),
  version: z.number().int(),
  /** Version, commit and server address of the product; for staff only. */
  build: z.object({ version: z.string(), commit: z.string(), ip: z.string() }).nullable(),
  /** Set after a change of e-mail or phone: the code request to verify. */
  verify: z.object({ user_id: z.string(), expires_in: z.number().int() }).nullable(),
});

const signedIn = z.object({ user: profile, token: z.string(), expires_at: z.string() });

const codeSent = z.object({
  user_id: z.string(),
  expires_in: z.number().int(),
  resend_in: z.number().int(),
});

const registration = {
  skipExistsUser: flag.default(true),
  restore_deleted: flag.default(false),
  source,
};

export const auth = {
  /** Signs in with e-mail or phone and password. */
  signIn: defineCommand({
    path: '/user/auth',
    summary: 'Sign in with e-mail or phone and password',
    audience: 'public',
    permission: null,
    input: { email: email.nullish(), phone: phoneText.nullish(), password: password, source },
    output: signedIn,
    fails: ['auth.failed', 'auth.limited', 'auth.access_denied', 'service.busy'],
    invalidates: [],
    storesAnswer: false,
  }),
  /** Sends a one-time code to a phone. */
  registerPhone: defineCommand({
    path: '/register/phone',
    summary: 'Ask for a one-time code by text message',
    audience: 'public',
    permission: null,
    input: { phone: phoneText, ...registration },
    output: codeSent,
    fails: ['otp.wait', 'otp.locked', 'otp.not_mobile'],
    invalidates: [],
    storesAnswer: false,
  }),
  /** Sends a one-time code to an e-mail address. */
  registerEmail: defineCommand({
    path: '/register/email',
    summary: 'Ask for a one-time code by e-mail',
    audience: 'public',
    permission: null,
    input: { email, ...registration },
    output: codeSent,
    fails: ['otp.wait', 'otp.locked'],
    invalidates: [],
    storesAnswer: false,
  }),
  /**
   * Verifies a code: opens a session for a sign-in code, or returns the current session for a pending e-mail or phone.
   */
  verify: defineCommand({
    path: '/register/phone/verify',
    summary: 'Verify a one-time code (phone or e-mail)',
    audience: 'public',
    permission: null,
    input: { user_id: text(64), code: otpCode },
    output: signedIn,
    fails: ['otp.invalid', 'otp.expired', 'otp.locked', 'user.exists', 'auth.access_denied', 'auth.failed'],
    invalidates: ['profile'],
    storesAnswer: false,
  }),
  signOut: defineCommand({
    path: '/user/logout',
    summary: 'End this session',
    audience: 'account',
    permission: null,
    input: {},
    output: z.object({ signed_out: z.literal(1) }),
    fails: [],
    invalidates: ['profile', 'session'],
  }),
  profile: show({
    path: '/user/profile',
    summary: 'The signed-in account',
    audience: 'account',
    permission: null,
    input: {},
    output: profile,
    fails: [],
    invalidates: [],
  }),
  /**
   * Sends a code to the account's current identity, as proof for an account without a password.
   */
  confirmCode: defineCommand({
    path: '/user/profile/code',
    summary: 'Ask for a code to confirm a change of the own account',
    audience: 'account',
    permission: null,
    input: { channel: z.enum(['email', 'sms']).nullish() },
    output: codeSent,
    fails: ['otp.wait', 'otp.locked', 'otp.not_mobile', 'record.missing'],
    invalidates: [],
    storesAnswer: false,
  }),
  /** Changes the caller's own account; e-mail, phone and password require the current password (or a code). */
  updateProfile: defineCommand({
    path: '/user/profile/update',
    summary: 'Change the own profile',
    audience: 'account',
    permission: null,
    input: {
      /** Accepted because clients send it; the session alone decides which profile is changed. */
      id: z.unknown().optional(),
      version: z.number().int().min(1).optional(),
      name: name.optional(),
      email: email.nullish(),
      phone: phoneText.nullish(),
      current_password: password.nullish(),
      current_code: z.strictObject({ user_id: text(64), code: otpCode }).nullish(),
      password: newPassword.nullish(),
      password_confirmation: password.nullish(),
      /** For approvals at a till, never for sign-in; null removes it. Requires the current password. */
      pin: pin.nullish(),
      avatar_base64: picture.nullish(),
      locale_choice: z.enum(['ar', 'en', 'de']).nullish(),
      preferences: z.strictObject(preferences.shape).optional(),
      tour_version: z.number().int().min(0).max(1000).optional(),
    },
    output: profile,
    fails: [
      'auth.password_wrong',
      'auth.limited',
      'pin.taken',
      'otp.invalid',
      'otp.expired',
      'otp.locked',
      'otp.wait',
      'otp.not_mobile',
      'record.stale',
      'image.unreadable',
      'image.too_many_pixels',
      'upload.quota',
    ],
    invalidates: ['profile', 'account', 'session'],
    storesAnswer: false,
  }),
};
