/**
 * Category, a name in each language, as what it is sold, and the drawing that stands for it. Sold as: brand by its place,
 * size, unit, price in riyals, and how many a carton holds where one is sold too. 'loose': by the kilogram.
 */
export const SHELVES = `
fruit | موز | Bananas | Bananen | - - loose 6.5, 2 6 x 7.25 | banana
fruit | تفاح أحمر | Red apples | Rote Äpfel | - - loose 9, 11 1.5 kg 12.5 | red-apple
fruit | برتقال للعصير | Juicing oranges | Saftorangen | - - loose 5.75, 11 3 kg 15 | tangerine
fruit | مانجو | Mangoes | Mangos | - - loose 14.5, 2 4 x 22 | mango
fruit | عنب أخضر | Green grapes | Grüne Trauben | - - loose 16, 11 500 g 8.75 | grapes
vegetables | طماطم | Tomatoes | Tomaten | - - loose 5.25, 2 500 g 4.5 | tomato
vegetables | خيار | Cucumbers | Gurken | - - loose 4.75, 2 1 kg 5.5 | cucumber
vegetables | بصل أحمر | Red onions | Rote Zwiebeln | - - loose 3.5, 11 2 kg 6.25 | onion
vegetables | بطاطس | Potatoes | Kartoffeln | - - loose 3.25, 11 5 kg 13.5 | potato
vegetables | نعناع طازج | Fresh mint | Frische Minze | 2 100 g 2, 11 50 g 1.25 | herb
bakery | خبز عربي | Arabic bread | Fladenbrot | 7 5 x 2.5, 7 10 x 4.5, 4 5 x 2.25 | flatbread
bakery | خبز توست أسمر | Brown toast | Vollkorntoast | 4 600 g 6.5, 7 400 g 5 | bread
bakery | كرواسون بالزبدة | Butter croissants | Buttercroissants | 7 4 x 9, 7 8 x 16.5 | croissant
bakery | خبز رقاق | Regag bread | Regag-Brot | 7 6 x 5, 12 4 x 6 | stuffed-flatbread
meat | صدور دجاج طازجة | Fresh chicken breasts | Frische Hähnchenbrust | 2 500 g 18.5, 18 1 kg 34 | poultry-leg
meat | دجاج كامل | Whole chicken | Ganzes Hähnchen | 2 1.1 kg 19, 18 1.3 kg 22.5 | poultry-leg
meat | لحم غنم مفروم | Minced lamb | Lammhackfleisch | - - loose 48, 18 500 g 27.5 | cut-of-meat
meat | هامور طازج | Fresh hammour | Frischer Hamour | - - loose 62, 18 400 g 29 | fish
milk | حليب كامل الدسم | Full-fat milk | Vollmilch | 3 1 l 6.5 12, 3 2 l 11.75, 1 1 l 6.25 12 | glass-of-milk
milk | حليب قليل الدسم | Low-fat milk | Fettarme Milch | 3 1 l 6.5, 1 500 ml 3.75 | glass-of-milk
milk | لبن عيران | Laban drink | Ayran | 3 180 ml 1.5 24, 3 1 l 5.75, 1 360 ml 2.5 | cup-with-straw
milk | زبادي طبيعي | Plain yoghurt | Naturjoghurt | 3 170 g 1.75 6, 3 1 kg 8, 1 500 g 5 | bowl-with-spoon
cheese | جبنة حلوم | Halloumi cheese | Halloumi | 1 250 g 12.5, 3 225 g 11 | cheese-wedge
cheese | جبنة عكاوي | Akkawi cheese | Akkawi-Käse | - - loose 34, 1 400 g 15.5 | cheese-wedge
cheese | لبنة | Labneh | Labneh | 3 400 g 9.25, 1 700 g 15, 12 200 g 5.5 | bowl-with-spoon
eggs | بيض أبيض | White eggs | Weiße Eier | 2 6 x 5.5, 2 15 x 12, 2 30 x 21 | egg
eggs | بيض بلدي | Free-range eggs | Freilandeier | 11 6 x 9.5, 11 12 x 18 | egg
rice | أرز بسمتي | Basmati rice | Basmatireis | 5 1 kg 9.5 10, 5 5 kg 42, 5 10 kg 79, 12 2 kg 18 | cooked-rice
rice | أرز مصري | Short-grain rice | Rundkornreis | 5 1 kg 7.5, 4 5 kg 33 | cooked-rice
rice | طحين أبيض | White flour | Weizenmehl | 4 1 kg 4, 4 2 kg 7.25, 4 10 kg 31 | sheaf-of-rice
rice | هريس | Harees wheat | Harees-Weizen | 4 1 kg 8.5, 12 500 g 5.25 | sheaf-of-rice
rice | عدس أحمر | Red lentils | Rote Linsen | 5 1 kg 8, 4 500 g 4.5 | beans
rice | معكرونة سباغيتي | Spaghetti | Spaghetti | 4 400 g 4.25 20, 6 500 g 5 | spaghetti
oil | زيت زيتون بكر ممتاز | Extra virgin olive oil | Natives Olivenöl extra | 13 250 ml 16.5, 13 500 ml 29, 13 1 l 52 | olive
oil | زيت دوار الشمس | Sunflower oil | Sonnenblumenöl | 13 1.5 l 14 6, 5 3 l 26.5 | sunflower
oil | سمن بلدي | Ghee | Ghee | 12 400 g 21, 12 800 g 39 | jar
spices | بزار قطري | Qatari bezar | Katarischer Bezar | 8 100 g 11, 8 250 g 24.5, 12 200 g 22 | hot-pepper
spices | هيل أخضر | Green cardamom | Grüner Kardamom | 8 50 g 13.5, 8 200 g 48 | pea-pod
spices | لومي أسود | Black lime | Schwarze Limette | 8 100 g 7.5, 12 200 g 12.75 | lime
spices | زعفران | Saffron threads | Safranfäden | 8 1 g 19.5, 8 5 g 88 | cherry-blossom
tins | فول مدمس | Fava beans | Ackerbohnen | 6 400 g 3.5 24, 5 450 g 3.75 | canned-food
tins | حمص حب | Chickpeas | Kichererbsen | 6 400 g 3.75 24, 5 400 g 3.5 | canned-food
tins | تونة بزيت الزيتون | Tuna in olive oil | Thunfisch in Olivenöl | 18 160 g 8.25 12, 6 185 g 7.5 | canned-food
tins | معجون طماطم | Tomato paste | Tomatenmark | 6 135 g 2 8, 6 400 g 4.75 | canned-food
dates | تمر خلاص | Khalas dates | Khalas-Datteln | 0 500 g 18, 0 1 kg 33, 0 3 kg 89 | palm-tree
dates | تمر سكري | Sukkari dates | Sukkari-Datteln | 0 500 g 22, 12 800 g 34 | palm-tree
dates | تمر محشو باللوز | Dates with almonds | Datteln mit Mandeln | 0 250 g 19.5, 16 400 g 31 | palm-tree
dates | دبس تمر | Date molasses | Dattelsirup | 0 400 g 12.5, 0 700 g 19 | honey-pot
biscuits | بسكويت بالتمر | Date biscuits | Dattelkekse | 16 16 x 10, 16 32 x 18.5 | cookie
biscuits | شوكولاتة بحليب الإبل | Camel milk chocolate | Kamelmilchschokolade | 16 70 g 17, 16 200 g 45 | chocolate-bar
biscuits | معمول بالفستق | Pistachio maamoul | Maamoul mit Pistazien | 7 12 x 28, 16 24 x 52 | moon-cake
water | مياه شرب | Drinking water | Trinkwasser | 10 330 ml 1 24, 10 500 ml 1.25 24, 10 1.5 l 2 6, 10 5 l 6.5 | droplet
water | مياه فوارة | Sparkling water | Sprudelwasser | 10 330 ml 2.75 12, 10 750 ml 5 | droplet
juice | عصير برتقال | Orange juice | Orangensaft | 11 200 ml 2.25 18, 11 1 l 9, 3 1.5 l 11.5 | beverage-box
juice | عصير ليمون بالنعناع | Lemon and mint | Zitrone-Minze | 11 300 ml 6, 11 1 l 14.5 | lemon
juice | عصير رمان | Pomegranate juice | Granatapfelsaft | 11 1 l 15, 6 250 ml 3.5 12 | beverage-box
coffee | قهوة عربية بالهيل | Arabic coffee with cardamom | Arabischer Kaffee mit Kardamom | 9 250 g 26, 9 500 g 48, 17 250 g 29.5 | teapot
coffee | حبوب قهوة محمصة | Roasted coffee beans | Geröstete Kaffeebohnen | 17 250 g 38, 17 1 kg 129 | hot-beverage
coffee | شاي كرك سريع | Instant karak tea | Instant-Karak-Tee | 9 20 x 17.5, 9 10 x 9.75 | teacup-without-handle
coffee | شاي أسود | Black tea | Schwarzer Tee | 9 100 x 13, 12 400 g 19 | teacup-without-handle
cleaning | سائل غسيل الصحون | Washing-up liquid | Spülmittel | 14 500 ml 6.5 12, 14 1 l 11 | sponge
cleaning | مسحوق غسيل | Washing powder | Waschpulver | 14 1.5 kg 18.5, 14 5 kg 54 | basket
cleaning | مناديل ورقية | Paper tissues | Papiertücher | 14 200 x 4.5 5, 19 150 x 3.75 | roll-of-paper
care | صابون بزيت الزيتون | Olive oil soap | Olivenölseife | 15 150 g 7.5 6, 13 125 g 9 | soap
care | شامبو بماء الورد | Rose water shampoo | Rosenwasser-Shampoo | 15 400 ml 16.5, 15 200 ml 9.5 | lotion-bottle
care | بخور عود | Oud incense | Oud-Räucherwerk | 19 50 g 65, 15 25 g 38 | candle
fruit | رمان | Pomegranates | Granatäpfel | - - loose 11.5, 11 3 x 12 | red-apple
fruit | بطيخ | Watermelon | Wassermelone | - - loose 3.25, 2 1 x 18 | watermelon
fruit | شمام | Sweet melon | Honigmelone | - - loose 5.5, 11 1 x 12.5 | melon
fruit | فراولة | Strawberries | Erdbeeren | 2 250 g 9.5, 11 500 g 17 | strawberry
fruit | أناناس | Pineapple | Ananas | 2 1 x 11, 11 400 g 9 | pineapple
fruit | كيوي | Kiwis | Kiwis | - - loose 13.5, 2 6 x 8 | kiwi-fruit
fruit | خوخ | Peaches | Pfirsiche | - - loose 12, 11 1 kg 13 | peach
fruit | كمثرى | Pears | Birnen | - - loose 9.75, 11 1 kg 11 | pear
fruit | توت أزرق | Blueberries | Heidelbeeren | 2 125 g 10.5, 11 250 g 18.5 | blueberries
fruit | ليمون | Lemons | Zitronen | - - loose 7, 2 1 kg 7.5 | lemon
fruit | كرز | Cherries | Kirschen | - - loose 32, 11 250 g 9.75 | cherries
vegetables | جزر | Carrots | Karotten | - - loose 4, 2 1 kg 4.75 | carrot
vegetables | باذنجان | Aubergines | Auberginen | - - loose 5, 2 500 g 3.5 | eggplant
vegetables | فلفل رومي | Sweet peppers | Paprika | - - loose 9.5, 2 3 x 7.75 | bell-pepper
vegetables | بروكلي | Broccoli | Brokkoli | - - loose 11, 11 400 g 6 | broccoli
vegetables | ثوم | Garlic | Knoblauch | 11 250 g 3.25, 2 500 g 5.75 | garlic
vegetables | خس | Lettuce | Kopfsalat | 2 1 x 4.5, 11 2 x 8 | leafy-green
vegetables | فطر | Mushrooms | Champignons | 2 250 g 6.5, 11 400 g 9.5 | brown-mushroom
vegetables | ذرة حلوة | Sweetcorn | Zuckermais | 2 2 x 5.5, 11 4 x 10 | ear-of-corn
vegetables | أفوكادو | Avocados | Avocados | - - loose 22, 2 2 x 11 | avocado
vegetables | زنجبيل طازج | Fresh ginger | Frischer Ingwer | 11 200 g 3, 2 500 g 6.5 | ginger-root
bakery | كعك بالسمسم | Sesame rings | Sesamringe | 7 6 x 5.5, 4 10 x 8.5 | pretzel
bakery | خبز باجيت | Baguette | Baguette | 7 250 g 3.5, 4 400 g 5.25 | baguette-bread
bakery | دونات محلاة | Glazed doughnuts | Glasierte Donuts | 7 4 x 12, 12 6 x 17 | doughnut
bakery | كب كيك الفانيليا | Vanilla cupcakes | Vanille-Cupcakes | 7 6 x 19, 12 12 x 34 | cupcake
bakery | فطائر السبانخ | Spinach pastries | Spinattaschen | 7 6 x 11, 12 12 x 20 | stuffed-flatbread
meat | لحم بقري مفروم | Minced beef | Rinderhackfleisch | - - loose 36, 18 500 g 19.5 | cut-of-meat
meat | ستيك بقري | Beef steak | Rindersteak | - - loose 72, 18 300 g 24 | cut-of-meat
meat | أضلاع غنم | Lamb chops | Lammkoteletts | - - loose 64, 18 500 g 34 | meat-on-bone
meat | أفخاذ دجاج | Chicken thighs | Hähnchenschenkel | 2 500 g 12.5, 18 1 kg 23 | poultry-leg
meat | روبيان طازج | Fresh shrimps | Frische Garnelen | - - loose 58, 18 500 g 31 | shrimp
meat | شنعد | Kingfish | Königsmakrele | - - loose 54, 18 400 g 25 | fish
milk | حليب الإبل | Camel milk | Kamelmilch | 3 500 ml 9, 1 250 ml 5.25 | glass-of-milk
milk | حليب بالشوكولاتة | Chocolate milk | Schokomilch | 3 200 ml 2.25 18, 1 1 l 8 | glass-of-milk
milk | زبادي بالفراولة | Strawberry yoghurt | Erdbeerjoghurt | 3 120 g 1.5 6, 1 4 x 7 | bowl-with-spoon
milk | قشطة طازجة | Fresh cream | Frische Sahne | 3 200 ml 5.5, 1 500 ml 11.5 | jar
cheese | جبنة شيدر | Cheddar slices | Cheddar in Scheiben | 3 200 g 9.5, 1 400 g 17 | cheese-wedge
cheese | جبنة موزاريلا | Mozzarella | Mozzarella | 3 200 g 10.5, 1 500 g 22 | cheese-wedge
cheese | جبنة فيتا | Feta cheese | Feta | 1 200 g 9, 3 400 g 16.5 | cheese-wedge
cheese | زبدة غير مملحة | Unsalted butter | Ungesalzene Butter | 3 200 g 9.75, 1 400 g 18.5 | butter
eggs | بيض السمان | Quail eggs | Wachteleier | 2 12 x 8.5, 11 24 x 16 | egg
eggs | بيض بني | Brown eggs | Braune Eier | 2 6 x 6, 2 15 x 13.5, 11 30 x 24 | egg
rice | أرز سيلا | Sella rice | Sella-Reis | 5 2 kg 17, 5 5 kg 39.5, 12 10 kg 76 | cooked-rice
rice | برغل خشن | Coarse bulgur | Grober Bulgur | 4 1 kg 7.25, 12 500 g 4.25 | sheaf-of-rice
rice | شوفان | Rolled oats | Haferflocken | 20 500 g 8.5, 20 1 kg 15 | bowl-with-spoon
rice | معكرونة بيني | Penne pasta | Penne | 4 400 g 4.25 20, 6 500 g 5 | spaghetti
rice | شعيرية | Vermicelli | Fadennudeln | 4 400 g 3.75, 12 250 g 2.75 | spaghetti
rice | عدس بني | Brown lentils | Braune Linsen | 5 1 kg 7.5, 4 500 g 4.25 | beans
rice | سكر أبيض | White sugar | Weißer Zucker | 4 1 kg 4.25 10, 4 2 kg 8, 4 5 kg 19 | sheaf-of-rice
oil | زيت ذرة | Corn oil | Maisöl | 13 1.5 l 17.5 6, 5 3 l 33 | ear-of-corn
oil | زيت سمسم | Sesame oil | Sesamöl | 13 250 ml 13, 12 500 ml 23.5 | jar
oil | خل أبيض | White vinegar | Weißweinessig | 13 500 ml 4, 6 1 l 6.5 | jar
spices | كركم مطحون | Ground turmeric | Gemahlene Kurkuma | 8 100 g 5.5, 12 250 g 11 | ginger-root
spices | كمون مطحون | Ground cumin | Gemahlener Kreuzkümmel | 8 100 g 6.25, 12 250 g 13.5 | sheaf-of-rice
spices | فلفل أسود | Black pepper | Schwarzer Pfeffer | 8 100 g 9, 12 250 g 20 | hot-pepper
spices | قرفة عيدان | Cinnamon sticks | Zimtstangen | 8 100 g 8, 12 200 g 14.5 | chestnut
spices | ملح بحري | Sea salt | Meersalz | 8 500 g 3, 6 1 kg 4.5 | salt
spices | شطة حارة | Hot chilli flakes | Chiliflocken | 8 50 g 4.25, 12 150 g 9.5 | hot-pepper
tins | ذرة معلبة | Tinned sweetcorn | Mais in der Dose | 6 340 g 4.5 12, 5 200 g 3 | canned-food
tins | فاصوليا بيضاء | White beans | Weiße Bohnen | 6 400 g 3.75, 5 400 g 3.5 | canned-food
tins | زيتون أخضر | Green olives | Grüne Oliven | 13 350 g 9, 6 700 g 16 | olive
tins | مخلل خيار | Pickled cucumbers | Gewürzgurken | 6 400 g 6.5, 12 700 g 10 | cucumber
tins | حمص بالطحينة | Hummus with tahini | Hummus mit Tahin | 6 220 g 4.5, 12 400 g 7.25 | bowl-with-spoon
tins | طحينة | Tahini | Tahin | 12 400 g 11.5, 6 800 g 21 | jar
dates | تمر عجوة | Ajwa dates | Adschwa-Datteln | 0 400 g 45, 0 1 kg 105 | palm-tree
dates | تمر مجدول | Medjool dates | Medjool-Datteln | 0 500 g 32, 16 1 kg 58 | palm-tree
dates | معجون التمر | Date paste | Dattelpaste | 0 500 g 9.5, 12 1 kg 17 | palm-tree
biscuits | بقلاوة مشكلة | Mixed baklava | Gemischtes Baklava | 16 500 g 42, 7 1 kg 79 | pie
biscuits | شوكولاتة داكنة | Dark chocolate | Zartbitterschokolade | 16 100 g 12, 24 200 g 21.5 | chocolate-bar
biscuits | ويفر بالبندق | Hazelnut wafers | Haselnusswaffeln | 16 12 x 14, 24 24 x 26 | waffle
biscuits | حلوى طحينية | Halva | Halva | 16 400 g 16, 12 800 g 29 | shortcake
biscuits | مصاصات فواكه | Fruit lollipops | Fruchtlutscher | 24 10 x 6, 24 30 x 15 | lollipop
snacks | رقائق بطاطس | Potato crisps | Kartoffelchips | 21 40 g 1.5 24, 21 160 g 6.5 | potato
snacks | مكسرات مشكلة | Mixed nuts | Nussmischung | 21 250 g 22, 21 500 g 41 | peanuts
snacks | لوز محمص | Roasted almonds | Geröstete Mandeln | 21 200 g 18, 12 500 g 42 | chestnut
snacks | فستق مملح | Salted pistachios | Gesalzene Pistazien | 21 200 g 24, 12 500 g 56 | peanuts
snacks | فشار | Popcorn | Popcorn | 21 90 g 4, 21 3 x 10.5 | popcorn
snacks | كعك مملح | Salted pretzels | Salzbrezeln | 21 150 g 6, 24 300 g 11 | pretzel
snacks | مقرمشات الأرز | Rice crackers | Reiscracker | 21 100 g 5.5, 24 200 g 9.75 | rice-cracker
breakfast | عسل سدر | Sidr honey | Sidr-Honig | 23 250 g 65, 23 500 g 119 | honey-pot
breakfast | عسل زهور | Blossom honey | Blütenhonig | 23 250 g 19, 23 500 g 34, 23 1 kg 62 | honey-pot
breakfast | مربى فراولة | Strawberry jam | Erdbeerkonfitüre | 20 340 g 9, 12 450 g 11.5 | strawberry
breakfast | زبدة الفول السوداني | Peanut butter | Erdnussbutter | 20 340 g 13.5, 12 510 g 18.5 | peanuts
breakfast | رقائق الذرة | Cornflakes | Cornflakes | 20 375 g 13, 20 500 g 16.5 | bowl-with-spoon
breakfast | خليط الفطائر | Pancake mix | Pfannkuchenmischung | 20 500 g 10.5, 20 1 kg 18 | pancakes
breakfast | كريمة البندق | Hazelnut spread | Haselnusscreme | 20 350 g 15, 24 700 g 27 | chocolate-bar
water | مياه معدنية | Mineral water | Mineralwasser | 10 330 ml 1.75 24, 10 1 l 3.5 6 | droplet
water | مياه جوز الهند | Coconut water | Kokoswasser | 24 330 ml 5.5 12, 24 1 l 13 | coconut
juice | عصير تفاح | Apple juice | Apfelsaft | 11 200 ml 2.25 18, 11 1 l 8.5 | beverage-box
juice | عصير مانجو | Mango juice | Mangosaft | 11 200 ml 2.25 18, 11 1 l 9, 3 1.5 l 12 | beverage-box
juice | شراب التوت | Berry cordial | Beerensirup | 24 710 ml 14, 11 500 ml 9.5 | tropical-drink
juice | عصير أناناس | Pineapple juice | Ananassaft | 11 1 l 9, 6 250 ml 3 12 | pineapple
coffee | قهوة تركية | Turkish coffee | Türkischer Kaffee | 17 250 g 22, 9 500 g 41 | hot-beverage
coffee | شاي أخضر | Green tea | Grüner Tee | 9 25 x 8.5, 9 100 x 24 | teapot
coffee | شاي البابونج | Camomile tea | Kamillentee | 9 20 x 9, 12 40 x 16 | cherry-blossom
coffee | كبسولات قهوة | Coffee capsules | Kaffeekapseln | 17 10 x 19, 17 30 x 52 | hot-beverage
cleaning | منظف أرضيات | Floor cleaner | Bodenreiniger | 14 1 l 12.5, 14 2.5 l 26 | bucket
cleaning | معقم أسطح | Surface disinfectant | Flächendesinfektion | 14 500 ml 13.5, 14 750 ml 18 | sponge
cleaning | أكياس نفايات | Bin bags | Müllbeutel | 14 20 x 8, 14 50 x 17 | basket
cleaning | ورق تواليت | Toilet paper | Toilettenpapier | 19 8 x 14, 19 24 x 38, 14 12 x 18 | roll-of-paper
cleaning | منعم أقمشة | Fabric softener | Weichspüler | 14 1 l 10, 14 3 l 26 | tulip
cleaning | مكنسة يدوية | Hand broom | Handbesen | 14 1 x 12, 19 1 x 15.5 | broom
care | معجون أسنان | Toothpaste | Zahnpasta | 15 75 ml 7, 15 120 ml 10.5 | toothbrush
care | فرشاة أسنان | Toothbrush | Zahnbürste | 15 1 x 6.5, 15 3 x 16 | toothbrush
care | شامبو بالحبة السوداء | Black seed shampoo | Schwarzkümmel-Shampoo | 15 400 ml 19, 13 250 ml 13 | lotion-bottle
care | سائل استحمام | Shower gel | Duschgel | 15 250 ml 9, 15 500 ml 15.5 | shower
care | كريم اليدين | Hand cream | Handcreme | 15 75 ml 8.5, 13 150 ml 14 | lotion-bottle
care | شفرات حلاقة | Razor blades | Rasierklingen | 15 4 x 22, 15 8 x 39 | razor
care | واقي الشمس | Sun cream | Sonnencreme | 15 100 ml 32, 15 200 ml 54 | sun
baby | حفاضات أطفال | Nappies | Windeln | 22 24 x 32, 22 48 x 58, 22 80 x 89 | baby
baby | حليب أطفال | Infant formula | Säuglingsmilch | 22 400 g 48, 22 900 g 96 | baby-bottle
baby | مناديل مبللة | Baby wipes | Feuchttücher | 22 64 x 9, 22 3 x 24 | roll-of-paper
baby | هريس تفاح للأطفال | Apple purée for babies | Apfelmus für Babys | 22 120 g 4.5 6, 22 4 x 16 | red-apple
baby | شامبو أطفال | Baby shampoo | Babyshampoo | 22 200 ml 13, 22 500 ml 26 | bathtub
`;
