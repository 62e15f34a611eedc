/** The demo business: a grocer with three shops and a warehouse. Everything here is invented. */
export const BUSINESS = {
  AppName: { ar: 'دكان الدانة', en: 'Dukkan Al Dana', de: 'Dukkan Al Dana' },
  info: { phone: '+97444000100', email: 'hello@dana.example', website: 'https://dana.example' },
};

type Till = { readonly name: string };

type DemoBranch = {
  readonly no: string;
  readonly names: { ar: string; en: string; de: string };
  readonly addresses: { ar: string; en: string; de: string };
  readonly phone: string;
  /** Its district, by its English name in qatar.ts. */
  readonly area: string;
  readonly at: { lat: number; lng: number };
  readonly warehouse: 0 | 1;
  readonly tills: readonly Till[];
};

export const BRANCHES: readonly DemoBranch[] = [
  {
    no: 'DOH-01',
    names: { ar: 'فرع الخليج الغربي', en: 'West Bay', de: 'West Bay' },
    addresses: {
      ar: 'شارع المجلس الدبلوماسي، بجوار الحديقة، منطقة 61',
      en: 'Diplomatic Street, next to the park, zone 61',
      de: 'Diplomatic Street, neben dem Park, Zone 61',
    },
    phone: '4400 0101',
    area: 'West Bay',
    at: { lat: 25.3246, lng: 51.5292 },
    warehouse: 0,
    tills: [{ name: 'نقطة بيع 1' }, { name: 'نقطة بيع 2' }, { name: 'نقطة بيع ذاتية' }],
  },
  {
    no: 'DOH-02',
    names: { ar: 'فرع السد', en: 'Al Sadd', de: 'Al Sadd' },
    addresses: {
      ar: 'شارع السد، مقابل النادي، منطقة 38',
      en: 'Al Sadd Street, opposite the club, zone 38',
      de: 'Al-Sadd-Straße, gegenüber dem Klub, Zone 38',
    },
    phone: '4400 0102',
    area: 'Al Sadd',
    at: { lat: 25.283, lng: 51.5009 },
    warehouse: 0,
    tills: [{ name: 'نقطة بيع 1' }, { name: 'نقطة بيع 2' }],
  },
  {
    no: 'DOH-03',
    names: { ar: 'فرع اللؤلؤة', en: 'The Pearl', de: 'Die Perle' },
    addresses: {
      ar: 'بورتو أرابيا، الممشى السفلي، محل 12',
      en: 'Porto Arabia, lower promenade, shop 12',
      de: 'Porto Arabia, untere Promenade, Laden 12',
    },
    phone: '4400 0103',
    area: 'The Pearl',
    at: { lat: 25.3686, lng: 51.5511 },
    warehouse: 0,
    tills: [{ name: 'Till 1' }, { name: 'Till 2' }],
  },
  {
    no: 'WH-01',
    names: { ar: 'مستودع الصناعية', en: 'Industrial Area warehouse', de: 'Lager Industriegebiet' },
    addresses: {
      ar: 'شارع 24، المنطقة الصناعية، منطقة 57',
      en: 'Street 24, Industrial Area, zone 57',
      de: 'Straße 24, Industriegebiet, Zone 57',
    },
    phone: '4400 0104',
    area: 'Industrial Area',
    at: { lat: 25.2031, lng: 51.4372 },
    warehouse: 1,
    tills: [],
  },
];

export type StaffRole = 'branch_manager' | 'cashier' | 'driver' | 'accountant' | 'catalogue_editor';

/** Name as the shop writes it, the part of the e-mail address before the @, role, and branch by its place above. */
export const STAFF: readonly (readonly [
  name: string,
  mail: string,
  role: StaffRole,
  branch: number | null,
])[] = [
  ['نورة الكواري', 'noura.alkuwari', 'branch_manager', 1],
  ['Daniel Fernandes', 'daniel.fernandes', 'branch_manager', 2],
  ['سالم المري', 'salem.almarri', 'branch_manager', 3],
  ['فاطمة الهاجري', 'fatima.alhajri', 'cashier', 0],
  ['Grace Mendoza', 'grace.mendoza', 'cashier', 0],
  ['أحمد عبد الرحمن', 'ahmed.abdelrahman', 'cashier', 0],
  ['Priya Nair', 'priya.nair', 'cashier', 0],
  ['Joseph Kamau', 'joseph.kamau', 'cashier', 0],
  ['هدى الخطيب', 'huda.alkhatib', 'cashier', 1],
  ['Rosalie Santos', 'rosalie.santos', 'cashier', 1],
  ['محمود السيد', 'mahmoud.elsayed', 'cashier', 1],
  ['Bishnu Gurung', 'bishnu.gurung', 'cashier', 1],
  ['ريم العطية', 'reem.alattiyah', 'cashier', 2],
  ['Anjali Thomas', 'anjali.thomas', 'cashier', 2],
  ['طارق منصور', 'tareq.mansour', 'cashier', 2],
  ['Lucía Herrera', 'lucia.herrera', 'cashier', 2],
  ['عبد الله النعيمي', 'abdulla.alnaimi', 'driver', 0],
  ['Suresh Pillai', 'suresh.pillai', 'driver', 0],
  ['Kofi Boateng', 'kofi.boateng', 'driver', 0],
  ['ياسر حمدان', 'yasser.hamdan', 'driver', 0],
  ['Imran Qureshi', 'imran.qureshi', 'driver', 0],
  ['حسن الشيخ', 'hassan.elsheikh', 'driver', 1],
  ['Ram Bahadur Thapa', 'ram.thapa', 'driver', 1],
  ['Samuel Okoro', 'samuel.okoro', 'driver', 1],
  ['عمر باسم', 'omar.basem', 'driver', 1],
  ['Nuwan Perera', 'nuwan.perera', 'driver', 1],
  ['خليفة السليطي', 'khalifa.alsulaiti', 'driver', 2],
  ['Rafiqul Islam', 'rafiqul.islam', 'driver', 2],
  ['Mohan Shrestha', 'mohan.shrestha', 'driver', 2],
  ['وليد جابر', 'walid.jaber', 'driver', 2],
  ['بدر الدوسري', 'bader.aldosari', 'driver', 3],
  ['Tariq Mehmood', 'tariq.mehmood', 'driver', 3],
  ['Stephen Otieno', 'stephen.otieno', 'driver', 3],
  ['علياء المهندي', 'alia.almohannadi', 'accountant', null],
  ['Katharina Vogel', 'katharina.vogel', 'accountant', null],
  ['سارة إبراهيم', 'sara.ibrahim', 'catalogue_editor', null],
  ['Jürgen Weiß', 'juergen.weiss', 'catalogue_editor', null],
  ['منى الأنصاري', 'mona.alansari', 'catalogue_editor', null],
  ['شيخة الكبيسي', 'shaikha.alkubaisi', 'cashier', 2],
  ['Hye-jin Park', 'hyejin.park', 'cashier', 0],
];

/** Customers are put together from these, each name once. */
const GIVEN_AR = [
  'محمد',
  'مريم',
  'جاسم',
  'العنود',
  'خالد',
  'آمنة',
  'ناصر',
  'موزة',
  'يوسف',
  'لطيفة',
  'إبراهيم',
  'دانة',
];
const FAMILY_AR = ['العمادي', 'الكعبي', 'المناعي', 'الحمادي', 'القحطاني'];
const GIVEN = [
  'Aisha',
  'Marco',
  'Zeynep',
  'Liam',
  'Olga',
  'Ravi',
  'Chloé',
  'Hamad',
  'Ingrid',
  'Jorge',
  'Mei',
  'Nadia',
];
const FAMILY = ['Al-Jaber', 'Rossi', 'Khan', 'Müller', "O'Connor"];

const pairs = (given: readonly string[], family: readonly string[]): string[] =>
  family.flatMap((last, row) => given.map((_, column) => `${given[(column + row) % given.length]} ${last}`));

/** A hundred and twenty people who buy here, Arabic and Latin names in turn. */
export const CUSTOMERS: readonly string[] = pairs(GIVEN_AR, FAMILY_AR).flatMap((name, index) => [
  name,
  pairs(GIVEN, FAMILY)[index] ?? name,
]);

type DemoMessage = {
  readonly name: string;
  readonly email: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly subject: string | null;
  readonly message: string;
  /** Its branch's place in BRANCHES; null: to the shop as a whole. */
  readonly branch: number | null;
  readonly locale: 'ar' | 'en' | 'de';
  readonly hours: number;
  readonly isRead: boolean;
};

/** What visitors of the website wrote, the latest first. */
export const MESSAGES: readonly DemoMessage[] = [
  {
    name: 'نورة المناعي',
    email: 'noora@mail.example',
    phone: '+97455120034',
    subject: 'مواعيد العمل في رمضان',
    message: 'السلام عليكم،\nهل يفتح فرع السد بعد صلاة التراويح خلال رمضان؟\nشكراً لكم.',
    branch: 1,
    locale: 'ar',
    hours: 2,
    isRead: false,
  },
  {
    name: 'Marco Rossi',
    email: 'marco.rossi@mail.example',
    phone: null,
    subject: 'Gluten-free bread',
    message:
      'Hello,\n\ndo you keep gluten-free bread at The Pearl every day, or do I have to order it?\n\nMarco',
    branch: 2,
    locale: 'en',
    hours: 7,
    isRead: false,
  },
  {
    name: 'Ingrid Müller',
    email: 'ingrid@mail.example',
    phone: '+4915112345678',
    subject: null,
    message: 'Vielen Dank für die schnelle Lieferung am Dienstag! Der Fahrer war sehr freundlich.',
    branch: null,
    locale: 'de',
    hours: 26,
    isRead: true,
  },
  {
    name: 'خالد القحطاني',
    email: null,
    phone: '+97466770091',
    subject: 'طلب عرض سعر',
    message: 'نحتاج إلى 200 كرتون ماء شهرياً لمكتبنا في الخليج الغربي. هل لديكم سعر للجملة؟',
    branch: null,
    locale: 'ar',
    hours: 49,
    isRead: false,
  },
  {
    name: 'Ravi Khan',
    email: 'ravi@mail.example',
    phone: '+97433009876',
    subject: 'Missing item in my order',
    message: 'The oranges were paid for but not in the bag. Could you send them or refund me?',
    branch: 0,
    locale: 'en',
    hours: 80,
    isRead: true,
  },
];
