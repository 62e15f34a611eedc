// Product words of a grocer in three languages: [Arabic, English, German].

/** The sections of the shop, the categories in each, and the kinds of these. */
export const SECTIONS = [
  [
    ['المشروبات', 'Drinks', 'Getränke'],
    [
      ['قهوة', 'Coffee', 'Kaffee'],
      ['شاي', 'Tea', 'Tee'],
      ['عصير', 'Juice', 'Saft'],
      ['مياه', 'Water', 'Wasser'],
      ['مشروب غازي', 'Soda', 'Limonade'],
    ],
  ],
  [
    ['الألبان والبيض', 'Dairy and Eggs', 'Milch und Eier'],
    [
      ['حليب', 'Milk', 'Milch'],
      ['لبن', 'Yoghurt', 'Joghurt'],
      ['جبنة', 'Cheese', 'Käse'],
      ['زبدة', 'Butter', 'Butter'],
      ['بيض', 'Eggs', 'Eier'],
    ],
  ],
  [
    ['المخبوزات', 'Bakery', 'Backwaren'],
    [
      ['خبز', 'Bread', 'Brot'],
      ['كعك', 'Cake', 'Kuchen'],
      ['بسكويت', 'Biscuits', 'Kekse'],
      ['كرواسون', 'Croissant', 'Croissant'],
    ],
  ],
  [
    ['المؤونة', 'Pantry', 'Vorrat'],
    [
      ['أرز', 'Rice', 'Reis'],
      ['معكرونة', 'Pasta', 'Nudeln'],
      ['عدس', 'Lentils', 'Linsen'],
      ['طحين', 'Flour', 'Mehl'],
      ['سكر', 'Sugar', 'Zucker'],
      ['زيت زيتون', 'Olive Oil', 'Olivenöl'],
    ],
  ],
  [
    ['المعلبات', 'Tins and Jars', 'Konserven'],
    [
      ['تونة', 'Tuna', 'Thunfisch'],
      ['فول', 'Fava Beans', 'Ackerbohnen'],
      ['حمص', 'Chickpeas', 'Kichererbsen'],
      ['معجون طماطم', 'Tomato Paste', 'Tomatenmark'],
      ['مربى', 'Jam', 'Marmelade'],
    ],
  ],
  [
    ['الفواكه والخضار', 'Fruit and Vegetables', 'Obst und Gemüse'],
    [
      ['تفاح', 'Apples', 'Äpfel'],
      ['موز', 'Bananas', 'Bananen'],
      ['طماطم', 'Tomatoes', 'Tomaten'],
      ['خيار', 'Cucumbers', 'Gurken'],
      ['تمر', 'Dates', 'Datteln'],
    ],
  ],
  [
    ['اللحوم والأسماك', 'Meat and Fish', 'Fleisch und Fisch'],
    [
      ['دجاج', 'Chicken', 'Hähnchen'],
      ['لحم بقري', 'Beef', 'Rindfleisch'],
      ['لحم غنم', 'Lamb', 'Lammfleisch'],
      ['سلمون', 'Salmon', 'Lachs'],
    ],
  ],
  [
    ['الحلويات', 'Sweets', 'Süßes'],
    [
      ['شوكولاتة', 'Chocolate', 'Schokolade'],
      ['حلاوة طحينية', 'Halva', 'Halva'],
      ['علكة', 'Chewing Gum', 'Kaugummi'],
      ['عسل', 'Honey', 'Honig'],
    ],
  ],
  [
    ['العناية الشخصية', 'Personal Care', 'Körperpflege'],
    [
      ['شامبو', 'Shampoo', 'Shampoo'],
      ['صابون', 'Soap', 'Seife'],
      ['معجون أسنان', 'Toothpaste', 'Zahnpasta'],
      ['كريم', 'Cream', 'Creme'],
    ],
  ],
  [
    ['المنظفات', 'Household', 'Haushalt'],
    [
      ['سائل جلي', 'Dish Soap', 'Spülmittel'],
      ['مسحوق غسيل', 'Washing Powder', 'Waschpulver'],
      ['مناديل', 'Tissues', 'Taschentücher'],
      ['أكياس قمامة', 'Bin Bags', 'Müllbeutel'],
    ],
  ],
  [
    ['الأطفال', 'Baby', 'Baby'],
    [
      ['حفاضات', 'Nappies', 'Windeln'],
      ['حليب أطفال', 'Infant Formula', 'Säuglingsnahrung'],
      ['مناديل مبللة', 'Wet Wipes', 'Feuchttücher'],
    ],
  ],
  [
    ['الحيوانات الأليفة', 'Pets', 'Haustiere'],
    [
      ['طعام قطط', 'Cat Food', 'Katzenfutter'],
      ['طعام كلاب', 'Dog Food', 'Hundefutter'],
      ['رمل قطط', 'Cat Litter', 'Katzenstreu'],
    ],
  ],
];

/** Kinds that exist in every category. */
export const KINDS = [
  ['عضوي', 'Organic', 'Bio'],
  ['عائلي', 'Family Size', 'Familienpackung'],
  ['مستورد', 'Imported', 'Importiert'],
  ['محلي', 'Local', 'Regional'],
];

export const QUALITIES = [
  ['كلاسيك', 'Classic', 'Klassisch'],
  ['بالهيل', 'with Cardamom', 'mit Kardamom'],
  ['بالليمون', 'with Lemon', 'mit Zitrone'],
  ['بالنعناع', 'with Mint', 'mit Minze'],
  ['بالفانيليا', 'Vanilla', 'Vanille'],
  ['بالزعفران', 'with Saffron', 'mit Safran'],
  ['خالي من السكر', 'Sugar Free', 'zuckerfrei'],
  ['قليل الدسم', 'Low Fat', 'fettarm'],
  ['كامل الدسم', 'Full Fat', 'vollfett'],
  ['حار', 'Spicy', 'scharf'],
  ['مدخن', 'Smoked', 'geräuchert'],
  ['طازج', 'Fresh', 'frisch'],
  ['مجمد', 'Frozen', 'tiefgekühlt'],
  ['محمص', 'Roasted', 'geröstet'],
  ['مملح', 'Salted', 'gesalzen'],
  ['بريميوم', 'Premium', 'Premium'],
  ['اقتصادي', 'Value', 'Sparpreis'],
  ['للمحترفين', 'Professional', 'Profi'],
  ['بالورد', 'Rose', 'Rose'],
  ['بالتوت', 'Berry', 'Beere'],
  ['بالمانجو', 'Mango', 'Mango'],
  ['بجوز الهند', 'Coconut', 'Kokos'],
  ['للأطفال', 'for Kids', 'für Kinder'],
];

export const SIZES = [
  ['٢٥٠ غم', '250 g', '250 g'],
  ['٥٠٠ غم', '500 g', '500 g'],
  ['٧٥٠ غم', '750 g', '750 g'],
  ['١ كغم', '1 kg', '1 kg'],
  ['٢ كغم', '2 kg', '2 kg'],
  ['٥ كغم', '5 kg', '5 kg'],
  ['٣٣٠ مل', '330 ml', '330 ml'],
  ['٥٠٠ مل', '500 ml', '500 ml'],
  ['١ لتر', '1 l', '1 l'],
  ['٦ حبات', 'Pack of 6', '6er-Pack'],
  ['١٢ حبة', 'Pack of 12', '12er-Pack'],
  ['٢٤ حبة', 'Carton of 24', '24er-Karton'],
];

/** The two parts of invented brand names. */
export const MAKERS_FIRST = [
  ['النور', 'Al Noor', 'Al Noor'],
  ['الواحة', 'Al Waha', 'Al Waha'],
  ['الخليج', 'Gulf', 'Golf'],
  ['الريان', 'Rayyan', 'Rayyan'],
  ['السلام', 'Salam', 'Salam'],
  ['البركة', 'Baraka', 'Baraka'],
  ['النخيل', 'Nakheel', 'Nakheel'],
  ['الشرق', 'Orient', 'Orient'],
  ['الربيع', 'Rabea', 'Frühling'],
  ['اللؤلؤة', 'Pearl', 'Perle'],
  ['الصحراء', 'Sahara', 'Sahara'],
  ['الأندلس', 'Andalus', 'Andalus'],
  ['دجلة', 'Tigris', 'Tigris'],
  ['النيل', 'Nile', 'Nil'],
  ['الفرات', 'Euphrates', 'Euphrat'],
  ['الأطلس', 'Atlas', 'Atlas'],
];
export const MAKERS_SECOND = [
  ['فودز', 'Foods', 'Foods'],
  ['مزارع', 'Farms', 'Höfe'],
  ['بيت', 'House', 'Haus'],
  ['مطاحن', 'Mills', 'Mühlen'],
  ['حديقة', 'Garden', 'Garten'],
  ['سوق', 'Market', 'Markt'],
  ['إخوان', 'Brothers', 'Gebrüder'],
  ['كو', 'Co', 'Co'],
];
