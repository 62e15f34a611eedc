type Texts = { readonly ar: string; readonly en: string; readonly de: string };

export type DemoBanner = {
  readonly titles: Texts;
  readonly descriptions: Texts;
  readonly ground: string;
  /** Names of drawings, from the start. */
  readonly drawings: readonly string[];
};

export type DemoSlider = {
  readonly key: string;
  readonly titles: Texts;
  readonly width: number;
  readonly height: number;
  readonly banners: readonly DemoBanner[];
};

/** The places for banners on the demo shop's website, with their banners. */
export const SLIDERS: readonly DemoSlider[] = [
  {
    key: 'home',
    titles: { ar: 'أعلى الصفحة الرئيسية', en: 'Top of the home page', de: 'Oben auf der Startseite' },
    width: 1200,
    height: 400,
    banners: [
      {
        titles: { ar: 'خضار وفواكه طازجة', en: 'Fresh fruit and vegetables', de: 'Frisches Obst und Gemüse' },
        descriptions: {
          ar: 'طماطم وموز وتفاح على خلفية خضراء',
          en: 'Tomatoes, bananas and apples on a green ground',
          de: 'Tomaten, Bananen und Äpfel auf grünem Grund',
        },
        ground: '#dff0df',
        drawings: ['tomato', 'banana', 'red-apple'],
      },
      {
        titles: { ar: 'فطور العائلة', en: 'Family breakfast', de: 'Familienfrühstück' },
        descriptions: {
          ar: 'خبز وجبن وعسل على خلفية صفراء',
          en: 'Bread, cheese and honey on a yellow ground',
          de: 'Brot, Käse und Honig auf gelbem Grund',
        },
        ground: '#fbf0d3',
        drawings: ['bread', 'cheese-wedge', 'honey-pot'],
      },
    ],
  },
  {
    key: 'offers',
    titles: { ar: 'صفحة العروض', en: 'Offers page', de: 'Angebotsseite' },
    width: 900,
    height: 300,
    banners: [
      {
        titles: { ar: 'عروض نهاية الأسبوع', en: 'Weekend offers', de: 'Angebote am Wochenende' },
        descriptions: {
          ar: 'عربة تسوق وهدية على خلفية زرقاء',
          en: 'A shopping cart and a gift on a blue ground',
          de: 'Ein Einkaufswagen und ein Geschenk auf blauem Grund',
        },
        ground: '#dcebfb',
        drawings: ['shopping-cart', 'wrapped-gift'],
      },
    ],
  },
];
