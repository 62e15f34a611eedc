/** A place's name in Arabic, English and German; without the third, German says it as English does. */
export type Named = readonly [ar: string, en: string, de?: string];

type City = { readonly name: Named; readonly areas: readonly Named[] };
type Municipality = { readonly name: Named; readonly cities: readonly City[] };

/** Qatar for the start: its eight municipalities, their towns, and the districts that most orders go to. */
export const QATAR: readonly Municipality[] = [
  {
    name: ['بلدية الدوحة', 'Doha Municipality', 'Gemeinde Doha'],
    cities: [
      {
        name: ['الدوحة', 'Doha'],
        areas: [
          ['الدفنة', 'Al Dafna'],
          ['الخليج الغربي', 'West Bay'],
          ['اللؤلؤة', 'The Pearl', 'Die Perle'],
          ['كتارا', 'Katara'],
          ['القصار', 'Al Qassar'],
          ['عنيزة', 'Onaiza'],
          ['وادي السيل', 'Wadi Al Sail'],
          ['البدع', 'Al Bidda'],
          ['الرميلة', 'Al Rumaila'],
          ['مشيرب', 'Msheireb'],
          ['سوق واقف', 'Souq Waqif'],
          ['الجسرة', 'Al Jasra'],
          ['الأصمخ', 'Al Asmakh'],
          ['فريج عبد العزيز', 'Fereej Abdul Aziz'],
          ['الدوحة الجديدة', 'Al Doha Al Jadeeda'],
          ['أم غويلينة', 'Umm Ghuwailina'],
          ['رأس أبو عبود', 'Ras Abu Aboud'],
          ['النجمة', 'Najma'],
          ['المنصورة', 'Al Mansoura'],
          ['المطار القديم', 'Old Airport', 'Alter Flughafen'],
          ['الهلال', 'Al Hilal'],
          ['النعيجة', 'Nuaija'],
          ['الثمامة', 'Al Thumama'],
          ['السد', 'Al Sadd'],
          ['فريج بن محمود', 'Fereej Bin Mahmoud'],
          ['الجديدة', 'Al Jadeeda'],
          ['المرقاب الجديد', 'New Al Mirqab', 'Neu-Mirqab'],
          ['النصر', 'Al Nasr'],
          ['فريج كليب', 'Fereej Kulaib'],
          ['المسيلة', 'Al Messila'],
          ['مدينة خليفة الشمالية', 'Madinat Khalifa North', 'Madinat Chalifa Nord'],
          ['مدينة خليفة الجنوبية', 'Madinat Khalifa South', 'Madinat Chalifa Süd'],
          ['المرخية', 'Al Markhiya'],
          ['دحل الحمام', 'Dahl Al Hamam'],
          ['أم لخبا', 'Umm Lekhba'],
          ['الدحيل', 'Duhail'],
          ['اللقطيفية', 'Al Legtaifiya'],
        ],
      },
    ],
  },
  {
    name: ['بلدية الريان', 'Al Rayyan Municipality', 'Gemeinde Ar-Rayyan'],
    cities: [
      {
        name: ['الريان', 'Al Rayyan', 'Ar-Rayyan'],
        areas: [
          ['الريان القديم', 'Old Al Rayyan', 'Alt-Rayyan'],
          ['الريان الجديد', 'New Al Rayyan', 'Neu-Rayyan'],
          ['الغرافة', 'Al Gharrafa'],
          ['اللقطة', 'Al Luqta'],
          ['المدينة التعليمية', 'Education City', 'Bildungsstadt'],
          ['الوعب', 'Al Waab'],
          ['العزيزية', 'Al Aziziya'],
          ['فريج السودان', 'Fereej Al Soudan'],
          ['معيذر', 'Muaither'],
          ['أبو هامور', 'Abu Hamour'],
          ['عين خالد', 'Ain Khaled'],
          ['مسيمير', 'Mesaimeer'],
          ['السيلية', 'Al Sailiya'],
          ['المنطقة الصناعية', 'Industrial Area', 'Industriegebiet'],
        ],
      },
      { name: ['أبو سمرة', 'Abu Samra'], areas: [] },
    ],
  },
  {
    name: ['بلدية الوكرة', 'Al Wakrah Municipality', 'Gemeinde Al-Wakra'],
    cities: [
      {
        name: ['الوكرة', 'Al Wakrah', 'Al-Wakra'],
        areas: [
          ['جبل الوكرة', 'Jabal Al Wakrah', 'Dschabal al-Wakra'],
          ['بروة القرية', 'Barwa Village', 'Barwa-Dorf'],
          ['المشاف', 'Al Mashaf'],
        ],
      },
      { name: ['الوكير', 'Al Wukair'], areas: [] },
      { name: ['مسيعيد', 'Mesaieed'], areas: [] },
    ],
  },
  {
    name: ['بلدية أم صلال', 'Umm Salal Municipality', 'Gemeinde Umm Salal'],
    cities: [
      { name: ['أم صلال محمد', 'Umm Salal Mohammed'], areas: [] },
      { name: ['أم صلال علي', 'Umm Salal Ali'], areas: [] },
      { name: ['الخريطيات', 'Al Kharaitiyat'], areas: [] },
    ],
  },
  {
    name: ['بلدية الظعاين', 'Al Daayen Municipality', 'Gemeinde Ad-Daʿayin'],
    cities: [
      {
        name: ['لوسيل', 'Lusail'],
        areas: [
          ['المارينا', 'Marina District', 'Marina'],
          ['فوكس هيلز', 'Fox Hills'],
          ['الخزامى', 'Al Khuzama'],
          ['قطيفان', 'Qetaifan'],
        ],
      },
      { name: ['سميسمة', 'Simaisma'], areas: [] },
    ],
  },
  {
    name: [
      'بلدية الخور والذخيرة',
      'Al Khor and Al Thakhira Municipality',
      'Gemeinde Al-Chaur und Adh-Dhachira',
    ],
    cities: [
      { name: ['الخور', 'Al Khor', 'Al-Chaur'], areas: [] },
      { name: ['الذخيرة', 'Al Thakhira', 'Adh-Dhachira'], areas: [] },
      { name: ['راس لفان', 'Ras Laffan'], areas: [] },
    ],
  },
  {
    name: ['بلدية الشمال', 'Al Shamal Municipality', 'Gemeinde Asch-Schamal'],
    cities: [
      { name: ['مدينة الشمال', 'Madinat Al Shamal', 'Madinat asch-Schamal'], areas: [] },
      { name: ['الرويس', 'Al Ruwais'], areas: [] },
    ],
  },
  {
    name: ['بلدية الشيحانية', 'Al Shahaniya Municipality', 'Gemeinde Asch-Schahaniyya'],
    cities: [
      { name: ['الشيحانية', 'Al Shahaniya', 'Asch-Schahaniyya'], areas: [] },
      { name: ['دخان', 'Dukhan', 'Duchan'], areas: [] },
    ],
  },
];
